import { isDeepStrictEqual } from "node:util";
import type { ComputeHostClient } from "@compute-host/client";
import type { ApiSpec } from "../spec/api-spec.ts";
import { caseBuilder } from "./case-builder.ts";
import { clientCalls, clientOf, errorGuards } from "./client-calls.ts";
import { getComputer } from "./computer-calls.ts";
import {
  installDepsId,
  installDepsStep,
  isRetriable,
  isSettled,
  pick,
  pickQuickest,
  wants,
} from "./computer-facts.ts";
import { type CaseContext, type ContractCase, verify } from "./contract-case.ts";
import { listComputers } from "./list-computers.ts";
import { pollIntervalMs, settle } from "./settle.ts";

type Outcome = { status: string; error: unknown };

/** The client against a target that has computers: the same records as by plain HTTP, and the errors' classes. */
export function clientBehaviourCases(spec: ApiSpec): ContractCase[] {
  return [
    clientCase(
      "listComputers",
      "lists the same computers, with and without steps",
      wants("computer"),
      listsTheSame,
    ),
    clientCase(
      "getComputer",
      "returns the same computer",
      wants("settled computer", isSettled),
      async (context) => {
        const { id } = pick(context.survey, isSettled);
        const computer = await clientOf(context.target).computers.get(id);
        context.record("getComputer", "200");
        verify(
          "decided_behaviour",
          isDeepStrictEqual(computer, await getComputer(context, id)),
          "it is another one",
        );
      },
    ),
    clientCase("updateComputer", "updates a computer", wants("computer"), async (context) => {
      const { id, name } = pick(context.survey);
      const updated = await clientOf(context.target).computers.update(id, { name });
      context.record("updateComputer", "200");
      verify("decided_behaviour", updated.id === id && updated.name === name, "it returns another computer");
    }),
    clientCase(
      "updateComputer",
      "throws a BadRequestError for a field that is too short",
      wants("computer"),
      (context) =>
        throws(context, "updateComputer", "400", ({ computers }) =>
          computers.update(pick(context.survey).id, { remoteUser: "" }),
        ),
    ),
    clientCase(
      "updateComputer",
      "throws a ConflictError for a name that is taken",
      wants("two computers", undefined, 2),
      (context) =>
        throws(context, "updateComputer", "409", ({ computers }) => {
          const [first, second] = context.survey.computers;
          return computers.update(second?.id ?? "", { name: first?.name ?? "" });
        }),
    ),
    {
      ...clientCase(
        "retryInstallDeps",
        "is followed to its end by waitUntilSettled",
        wants("retriable computer", isRetriable),
        waits,
      ),
      needs: ["keepsState", "isDisposable"],
    },
    ...spec.operations
      .filter((operation) => operation.parameters.some((parameter) => parameter.in === "path"))
      .map(({ operationId }) =>
        clientCase(operationId, "throws a NotFoundError for an unknown id", undefined, (context) =>
          throws(context, operationId, "404", callOf(operationId)),
        ),
      ),
    ...spec.operations.map(({ operationId }) => ({
      ...clientCase(operationId, "throws an AuthenticationError for an unknown token", undefined, (context) =>
        throws(context, operationId, "401", callOf(operationId), "nobody"),
      ),
      needs: ["knowsTokens"] as const,
    })),
  ];
}

function clientCase(
  operationId: string,
  ...[behaviour, ...rest]: Parameters<ReturnType<typeof caseBuilder>>
): ContractCase {
  return {
    ...caseBuilder(operationId)(behaviour, ...rest),
    title: `the client's ${operationId} ${behaviour}`,
  };
}

async function listsTheSame(context: CaseContext): Promise<void> {
  const { computers } = clientOf(context.target);
  for (const includeProvisioningSteps of [true, false]) {
    const listed = (await computers.list({ includeProvisioningSteps })).computers;
    context.record("listComputers", "200");
    const plain = await listComputers(context, [
      ["includeProvisioningSteps", String(includeProvisioningSteps)],
    ]);
    const settled = [listed, plain].map((all) => all.filter(isSettled));
    verify("decided_behaviour", isDeepStrictEqual(settled[0], settled[1]), "the lists differ");
  }
}

async function waits(context: CaseContext): Promise<void> {
  const { target } = context;
  const { id } = await settle(context, pickQuickest(context.survey, isRetriable).id);
  const patientFetch: typeof fetch = async (input, init) => {
    await target.passTime(pollIntervalMs);
    return target.fetch(input, init);
  };
  const { computers } = clientOf({ ...target, fetch: patientFetch });
  const accepted = await computers.retryInstallDeps(id);
  context.record("retryInstallDeps", "202");
  const seen: (string | undefined)[] = [];
  const settled = await computers.waitUntilSettled(id, {
    deadlineMs: target.settleWithinMs,
    intervalMs: 1,
    onProgress: ({ step }) => void (step.id === installDepsId && seen.push(step.status)),
  });
  const [started, ended] = [accepted, settled].map((computer) => installDepsStep(computer)?.installSessionId);
  verify("decided_behaviour", isSettled(settled), `the computer is ${settled.status} when the wait ends`);
  verify("decided_behaviour", started === ended, "the session that ended is not the one that was started");
  const isSeen = seen.length === new Set(seen).size && seen.at(-1) === installDepsStep(settled)?.status;
  verify("decided_behaviour", isSeen, `the waiter has seen the step as ${seen.join(", ")}`);
}

function callOf(operationId: string): (client: ComputeHostClient) => Promise<unknown> {
  const call = Object.entries(clientCalls).find(([name]) => name === operationId)?.[1];
  if (!call) throw new Error(`The client has no method for ${operationId}.`);
  return (client) => call(client, "cmp_no_such_computer");
}

async function throws(
  context: CaseContext,
  operationId: string,
  status: string,
  call: (client: ComputeHostClient) => Promise<unknown>,
  token?: string,
): Promise<void> {
  const outcome: Outcome = await call(clientOf(context.target, token)).then(
    () => ({ status: "success", error: undefined }),
    (error: unknown) => ({ status, error }),
  );
  context.record(operationId, status);
  const isOfItsClass = errorGuards[status]?.(outcome.error) === true;
  verify("status_code_conformance", isOfItsClass, `the client ends in ${outcome.error ?? outcome.status}`);
}
