import { isDeepStrictEqual } from "node:util";
import type { Computer } from "@compute-host/types";
import type { ApiSpec } from "../spec/api-spec.ts";
import { caseBuilder } from "./case-builder.ts";
import {
  freshName,
  getComputer,
  restoringNames,
  retryInstallDeps,
  updateComputer,
} from "./computer-calls.ts";
import {
  hasEarlierStepOpen,
  installDepsId,
  installDepsStep,
  isRetriable,
  isSettled,
  pick,
  pickQuickest,
  wants,
} from "./computer-facts.ts";
import { type CaseContext, type ContractCase, verify } from "./contract-case.ts";
import { verifyRecord } from "./records.ts";
import { settle } from "./settle.ts";

const retryCase = caseBuilder("retryInstallDeps");
const startingCase = caseBuilder("retryInstallDeps", ["isDisposable"]);

const retriableStatuses = ["active", "error"] as const;

/** What is decided about a retry, on a target that has computers. */
export function retryInstallDepsCases(_spec: ApiSpec): ContractCase[] {
  return [
    ...retriableStatuses.map((status) =>
      startingCase(
        `starts a new session, which ends, on a computer in status ${status}`,
        wants(`retriable computer in status ${status}`, isRetriableIn(status)),
        (context) => startsSession(context, isRetriableIn(status)),
      ),
    ),
    startingCase(
      "starts one session when two ask at once",
      wants("retriable computer", isRetriable),
      startsOnlyOne,
    ),
    startingCase(
      "is refused while a session is running",
      wants("retriable computer", isRetriable),
      refusesSecond,
    ),
    startingCase(
      "leaves a computer that can be updated while its session is running",
      wants("retriable computer", isRetriable),
      updatesMeanwhile,
    ),
    retryCase(
      "is refused while an earlier step has not completed",
      wants("settled computer with an earlier step that has not completed", isBlocked),
      (context) => refusesAndKeeps(context, pick(context.survey, isBlocked)),
    ),
    retryCase(
      "is refused on a computer without the step",
      wants("settled computer without the step install-deps", hasNoStep),
      (context) => refusesAndKeeps(context, pick(context.survey, hasNoStep)),
    ),
  ];
}

async function startsSession(context: CaseContext, isOfKind: (computer: Computer) => boolean): Promise<void> {
  const before = await settle(context, pickQuickest(context.survey, isOfKind).id);
  const accepted = (await retryInstallDeps(context, before.id, 202)).json as Computer;
  try {
    verifyAccepted(before, accepted);
    verifyRecord(accepted);
  } finally {
    const after = await settle(context, before.id);
    const [step, started] = [after, accepted].map(installDepsStep);
    const isSame = step?.installSessionId === started?.installSessionId;
    verify("decided_behaviour", isSame, "the session that ended is not the one that was started");
    verify("decided_behaviour", step?.completedAt !== undefined, "the session ended without completedAt");
  }
}

function verifyAccepted(before: Computer, accepted: Computer): void {
  const [old, started] = [before, accepted].map(installDepsStep);
  verify("decided_behaviour", accepted.status === "provisioning", `the computer is ${accepted.status}`);
  verify("decided_behaviour", started?.status === "running", `the step is ${started?.status}`);
  const { installSessionId, startedAt, error, completedAt } = started ?? {};
  const isNew = Boolean(installSessionId) && installSessionId !== old?.installSessionId;
  verify("decided_behaviour", isNew, `the session is ${installSessionId}, which is not new`);
  const isFresh = startedAt !== undefined && startedAt > (old?.startedAt ?? 0);
  verify(
    "decided_behaviour",
    isFresh,
    `the step has started at ${startedAt}, before it was ${old?.startedAt}`,
  );
  verify("decided_behaviour", error === undefined, "the step still has its error");
  verify("decided_behaviour", completedAt === undefined, "the step still has its completedAt");
  const isSame = isDeepStrictEqual(withoutRetried(accepted), withoutRetried(before));
  verify("decided_behaviour", isSame, "the retry changed more than the step and the status");
}

/** A computer without what a retry changes. */
function withoutRetried({ status: _, provisioningSteps = [], ...rest }: Computer): unknown {
  return { ...rest, provisioningSteps: provisioningSteps.filter((step) => step.id !== installDepsId) };
}

async function startsOnlyOne(context: CaseContext): Promise<void> {
  const { id } = await settle(context, pickQuickest(context.survey, isRetriable).id);
  try {
    const answers = await Promise.all([1, 2, 3].map(() => retryInstallDeps(context, id)));
    const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    const isOne = statuses.join() === "202,409,409";
    verify("decided_behaviour", isOne, `three retries at once are answered with ${statuses.join(", ")}`);
  } finally {
    await settle(context, id);
  }
}

async function refusesSecond(context: CaseContext): Promise<void> {
  const { id } = await settle(context, pickQuickest(context.survey, isRetriable).id);
  try {
    const accepted = (await retryInstallDeps(context, id, 202)).json as Computer;
    await retryInstallDeps(context, id, 409);
    const [started, current] = [accepted, await getComputer(context, id)].map(installDepsStep);
    const isSame = current?.installSessionId === started?.installSessionId;
    verify("decided_behaviour", isSame, "the refused retry changed the session");
  } finally {
    await settle(context, id);
  }
}

async function updatesMeanwhile(context: CaseContext): Promise<void> {
  const before = await settle(context, pickQuickest(context.survey, isRetriable).id);
  try {
    await restoringNames(context, [before], async () => {
      const started = installDepsStep((await retryInstallDeps(context, before.id, 202)).json as Computer);
      const updated = (await updateComputer(context, before.id, { name: freshName() }, 200)).json as Computer;
      const isSame = installDepsStep(updated)?.installSessionId === started?.installSessionId;
      verify("decided_behaviour", isSame, "the update changed the session");
    });
  } finally {
    await settle(context, before.id);
  }
}

async function refusesAndKeeps(context: CaseContext, { id }: Computer): Promise<void> {
  const before = await getComputer(context, id);
  await retryInstallDeps(context, id, 409);
  const after = await getComputer(context, id);
  verify("decided_behaviour", isDeepStrictEqual(after, before), "the refused retry changed the record");
}

function isRetriableIn(status: string): (computer: Computer) => boolean {
  return (computer) => computer.status === status && isRetriable(computer);
}

function isBlocked(computer: Computer): boolean {
  return isSettled(computer) && hasEarlierStepOpen(computer);
}

function hasNoStep(computer: Computer): boolean {
  return isSettled(computer) && installDepsStep(computer) === undefined;
}
