import type { Computer } from "@compute-host/types";
import { createApiSpec } from "../spec/api-spec.ts";
import type { SpecDocument } from "../spec/spec-document.ts";

/** Computers of every kind that a case asks for: the examples of the spec, and two that it has no example of. */
export function sampleComputers(document: SpecDocument): Computer[] {
  const examples = createApiSpec(document)
    .operation("getComputer")
    .responses.filter(({ status }) => status === "200")
    .flatMap(({ bodies }) => bodies.flatMap((body) => body.examples))
    .map(({ value }) => value as Computer);
  const failed = examples.find(({ status }) => status === "error");
  if (!failed) throw new Error("The spec has no example of a computer in error.");
  return [...examples, withEarlierStepFailed(failed), withoutSteps(failed)].map(
    ({ ownerId: _, ...rest }) => rest,
  );
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

/** A time after everything that the samples tell of, so that what a case starts is newer. */
export function timeAfter(computers: readonly Computer[]): number {
  const times = computers.flatMap(({ createdAt = 0, provisioningSteps = [] }) => [
    createdAt,
    ...provisioningSteps.flatMap(({ startedAt = 0, completedAt = 0 }) => [startedAt, completedAt]),
  ]);
  return Math.max(...times) + 60_000;
}
