import type { Computer } from "@compute-host/types";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { type CaseContext, verify } from "../contract-case.ts";
import { getComputer, listComputers, sendRetry, withSteps } from "./calls.ts";
import { readEverywhere } from "./changing.ts";
import { hasKnownWords, installDepsId, installDepsStep, isSettled } from "./kinds.ts";
import { definedPart, verifySame } from "./records/compare.ts";
import { verifyRecord } from "./records/record-rules.ts";

/** The first and the longest pause between two polls of a computer. */
const pause = { firstMs: 10, longestMs: 1_000, growth: 1.25 };

/** Waits until a computer is active or in error; fails after the target's limit. */
export async function settle(context: CaseContext, computerId: string): Promise<Computer> {
  const { settleWithinMs } = context.target;
  const deadline = performance.now() + settleWithinMs;
  for (let pauseMs = pause.firstMs; ; pauseMs = Math.min(pauseMs * pause.growth, pause.longestMs)) {
    const computer = await getComputer(context, computerId);
    verifyRecord(computer);
    await verifyListed(context, computer);
    if (isSettled(computer)) return computer;
    const isInTime = performance.now() < deadline;
    verify(isInTime, "Computers#2", `${computerId} is still ${computer.status} after ${settleWithinMs} ms`);
    await context.target.passTime(Math.round(pauseMs));
  }
}

/** Fails if the list shows another state than a read before it and a read after it, which are the same. */
async function verifyListed(context: CaseContext, before: Computer): Promise<void> {
  const entry = (await listComputers(context, withSteps)).find(({ id }) => id === before.id);
  if (entry === undefined) return;
  const after = await getComputer(context, before.id);
  const stateOf = ({ status, provisioningSteps = [] }: Computer) =>
    JSON.stringify([
      status,
      ...provisioningSteps.map((step) => [step.id, step.status, step.installSessionId]),
    ]);
  const isSteady = stateOf(before) === stateOf(after);
  const message = `the list shows ${before.id} as ${stateOf(entry)}, and getComputer as ${stateOf(before)}`;
  verify(
    !isSteady || stateOf(entry) === stateOf(before),
    "listComputers.includeProvisioningSteps#1",
    message,
  );
}

/** Starts a session, runs a function while it runs, and always waits until none is running. */
export async function withSession(
  context: CaseContext,
  computerId: string,
  run: (accepted: Computer) => Promise<void> = async () => {},
): Promise<Computer> {
  const before = await settle(context, computerId);
  const accepted = (await sendRetry(context, computerId, 202)).json as Computer;
  try {
    verifyAccepted(context, before, accepted);
    await verifyOwnSession(context, accepted);
    await run(accepted);
  } catch (error) {
    await settle(context, computerId).catch(() => undefined);
    throw error;
  }
  const after = await settle(context, computerId);
  verifyEnded(context, accepted, after);
  await readEverywhere(context, computerId);
  return after;
}

/** Starts a session on each computer, all at once, and waits until every one has ended. */
export async function withSessions(context: CaseContext, computers: readonly Computer[]): Promise<void> {
  const ended = await Promise.allSettled(computers.map(({ id }) => withSession(context, id)));
  for (const outcome of ended) if (outcome.status === "rejected") throw outcome.reason;
}

/** Fails if another computer has the session that was started for this one. */
async function verifyOwnSession(context: CaseContext, accepted: Computer): Promise<void> {
  const session = installDepsStep(accepted)?.installSessionId;
  const others = (await listComputers(context, withSteps)).filter(({ id }) => id !== accepted.id);
  const holder = others.find((other) => installDepsStep(other)?.installSessionId === session);
  verify(
    holder === undefined,
    "ProvisioningStep.installSessionId#1",
    `the new session ${session} also belongs to ${holder?.id}`,
  );
}

/** Fails if the response to an accepted retry is not the record that the retry should produce. */
export function verifyAccepted({ api }: CaseContext, before: Computer, accepted: Computer): void {
  const [old, started] = [before, accepted].map(installDepsStep);
  const { installSessionId, startedAt, error, completedAt } = started ?? {};
  const isNew = Boolean(installSessionId) && installSessionId !== old?.installSessionId;
  verify(
    isNew,
    "ProvisioningStep.installSessionId#1",
    `the session is ${installSessionId}, which is not new`,
  );
  // A service with whole-second timestamps may start two sessions in the same second.
  const isFresh =
    startedAt !== undefined &&
    startedAt >= (old?.startedAt ?? 0) &&
    startedAt >= (old?.completedAt ?? 0) - 1_000;
  verify(
    isFresh,
    "retryInstallDeps#1",
    `the step started at ${startedAt}, previously ${old?.startedAt} to ${old?.completedAt}`,
  );
  if (hasKnownWords(accepted)) {
    verify(
      accepted.status === "provisioning",
      "retryInstallDeps#1",
      `the computer is ${accepted.status}, not provisioning`,
    );
    verify(
      started?.status === "running",
      "retryInstallDeps#1",
      `the step is ${started?.status}, not running`,
    );
  }
  const detail = { place: [installDepsId, "status"] };
  verify(
    error === undefined,
    "retryInstallDeps#1",
    `the step still has its error, ${JSON.stringify(error)}`,
    detail,
  );
  verify(
    completedAt === undefined,
    "retryInstallDeps#1",
    `the step still has its completedAt, ${completedAt}`,
    detail,
  );
  verify(
    started?.name === old?.name,
    "retryInstallDeps",
    `the step is called ${started?.name}, not ${old?.name}`,
  );
  verifySame(
    otherSteps(api, accepted),
    otherSteps(api, before),
    "retryInstallDeps",
    "the retry changed other steps",
  );
  verifySame(
    stepIds(accepted),
    stepIds(before),
    "Computer.provisioningSteps",
    "the retry changed the order of the steps",
  );
  verifyRecord(accepted);
}

/** Fails if the record after a session is not the expected result of that session. */
function verifyEnded({ api }: CaseContext, accepted: Computer, after: Computer): void {
  const [started, ended] = [accepted, after].map(installDepsStep);
  const isSame = ended?.installSessionId === started?.installSessionId;
  verify(
    isSame,
    "ProvisioningStep.installSessionId#1",
    `the session that ended is ${ended?.installSessionId}, not ${started?.installSessionId}`,
  );
  const isKept = ended?.startedAt === started?.startedAt;
  verify(
    isKept,
    "ProvisioningStep.startedAt#1",
    `the session started at ${started?.startedAt}, but its result says ${ended?.startedAt}`,
  );
  if (ended?.status !== "completed") return;
  const place = stepIds(accepted).indexOf(installDepsId);
  const startless = after.provisioningSteps?.find(
    ({ status = "", startedAt }, index) =>
      index > place &&
      accepted.provisioningSteps?.[index]?.status === "pending" &&
      ["running", "completed", "failed"].includes(status) &&
      startedAt === undefined,
  );
  verify(
    startless === undefined,
    "ProvisioningStep#1",
    `${startless?.id} is ${startless?.status} after the session, without startedAt`,
    { place: [startless?.id ?? ""] },
  );
  verifySame(
    otherSteps(api, after).slice(0, place),
    otherSteps(api, accepted).slice(0, place),
    "Computers#2",
    "the session changed earlier steps",
  );
}

/** Sends a retry that has to be refused, and reads the record, which the observer of records compares. */
export async function refuseRetry(
  context: CaseContext,
  computerId: string,
): Promise<Record<string, unknown>> {
  const { json } = await sendRetry(context, computerId, 409);
  await readEverywhere(context, computerId);
  return json as Record<string, unknown>;
}

/** Returns the defined part of the other steps: a service may add fields of its own. */
function otherSteps(api: ContractApi, computer: Computer): unknown[] {
  const { provisioningSteps = [] } = definedPart(api, computer) as Partial<Computer>;
  return provisioningSteps.filter(({ id }) => id !== installDepsId);
}

function stepIds({ provisioningSteps = [] }: Computer): (string | undefined)[] {
  return provisioningSteps.map(({ id }) => id);
}
