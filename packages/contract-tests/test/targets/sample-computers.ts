import { isObject } from "@compute-host/openapi";
import type { Computer } from "@compute-host/types";
import type { ContractApi } from "../../src/openapi/contract-api.ts";

/** The owner of {@link otherComputers}. */
export const otherOwner = "usr_other";

/** Creates computers of every kind that a case needs: the spec's examples, and the kinds without an example. */
export function sampleComputers(api: ContractApi): Computer[] {
  const examples = exampleComputers(api);
  const failed = examples.find(({ status }) => status === "error");
  const active = examples.find(({ status, hostId }) => status === "active" && !hostId);
  if (!failed || !active)
    throw new Error("The spec lacks an example of a computer in error, or of one without a host.");
  return [
    ...examples,
    withEarlierStepFailed(failed),
    withoutSteps(failed),
    ...[1, 2, 3].map((number) => copyOf(active, number)),
  ].map(({ ownerId: _, ...rest }) => rest);
}

/** Creates computers of another owner, with a unique name and host. */
export function otherComputers(api: ContractApi): (Computer & { ownerId: string })[] {
  const [first, second] = exampleComputers(api).filter(({ status }) => status === "active");
  if (!first || !second) throw new Error("The spec lacks two examples of active computers.");
  const hostId = "0d9c4f1e-7a2b-4c3d-9e8f-1a2b3c4d5e6f";
  return [
    { ...first, id: "cmp_other1", name: "other-box", hostId, ownerId: otherOwner },
    {
      ...second,
      id: "cmp_other2",
      name: "other-runner",
      hostId: hostId.replace("0d", "1d"),
      ownerId: otherOwner,
    },
  ];
}

function exampleComputers({ operation }: ContractApi): Computer[] {
  const { responses } = operation("getComputer");
  const success = responses.find(({ status }) => status === "200");
  return (success?.content ?? []).flatMap(({ examples }) =>
    examples.flatMap(({ value }) => (isObject(value) ? [value as unknown as Computer] : [])),
  );
}

/** Copies a computer with the same age, which makes the list order depend on the ID. */
function copyOf(computer: Computer, number: number): Computer {
  const { provisioningSteps = [], ...rest } = computer;
  return {
    ...rest,
    id: `${computer.id}_copy${number}`,
    name: `${computer.name}-copy-${number}`,
    remoteUser: "deploy",
    provisioningSteps: provisioningSteps.map((step) =>
      step.installSessionId ? { ...step, installSessionId: `${step.installSessionId}_copy${number}` } : step,
    ),
  };
}

function withEarlierStepFailed(computer: Computer): Computer {
  const [first, second, ...later] = computer.provisioningSteps ?? [];
  const steps = [
    { ...first },
    { ...second, status: "failed", error: "The network could not be set up." },
    ...later.map(({ id = "", name = "" }) => ({ id, name, status: "pending" })),
  ];
  return {
    ...computer,
    id: `${computer.id}_early`,
    name: `${computer.name}-early`,
    provisioningSteps: steps,
  };
}

function withoutSteps(computer: Computer): Computer {
  return {
    ...computer,
    id: `${computer.id}_bare`,
    name: "bare-metal",
    status: "active",
    provisioningSteps: [],
  };
}

/** Returns a time after all times in the samples, so that anything a case starts is newer. */
export function timeAfter(computers: readonly Computer[]): number {
  const times = computers.flatMap(({ createdAt = 0, provisioningSteps = [] }) => [
    createdAt,
    ...provisioningSteps.flatMap(({ startedAt = 0, completedAt = 0 }) => [startedAt, completedAt]),
  ]);
  return Math.max(...times) + 60_000;
}
