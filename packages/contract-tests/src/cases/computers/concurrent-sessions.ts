import type { Computer } from "@compute-host/types";
import { type CaseContext, type ContractCase, LeftOutError, verify } from "../contract-case.ts";
import { getComputer, sendRetry, sendUpdate } from "./calls.ts";
import { changing, freshName } from "./changing.ts";
import { findComputer, findComputers } from "./find-computers.ts";
import { installDepsStep, installDurationMs, retriable } from "./kinds.ts";
import { caseBuilder } from "./operation-cases.ts";
import { settle, verifyAccepted, withSessions } from "./sessions.ts";

const retryCase = caseBuilder("retryInstallDeps", "concurrency");

/** The rules for install sessions under concurrent requests. */
export const concurrentSessionCases: readonly ContractCase[] = [
  retryCase("starts a session on each of two computers at once", startsTwoSessions, {
    rules: ["retryInstallDeps#1"],
    needs: ["isDisposable"],
    startsSessions: true,
  }),
  retryCase("starts one session when several retries arrive at once", startsOneSession, {
    rules: ["retryInstallDeps#1", "retryInstallDeps.409#1"],
    needs: ["isDisposable"],
    startsSessions: true,
  }),
  retryCase("loses no concurrent update", changing(retriable, losesNoUpdate, "changeForGood"), {
    rules: ["updateComputer#1", "updateComputer", "Computers#2"],
    needs: ["isDisposable"],
    startsSessions: true,
  }),
];

async function startsOneSession(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, retriable, "changeForGood");
  for (let round = 0; round < 2; round += 1) {
    const before = await settle(context, id);
    if (!retriable.matches(before)) throw new LeftOutError("The computer cannot be retried a second time");
    const startedAt = performance.now();
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => sendRetry(context, id)));
    const burstMs = performance.now() - startedAt;
    const accepted = responses.filter(({ status }) => status === 202).map(({ json }) => json as Computer);
    const statuses = responses.map(({ status }) => status).toSorted();
    const after = await settle(context, id);
    for (const one of accepted) verifyAccepted(context, before, one);
    // If sessions end immediately, sequential retries may all succeed, but then the last session must have been
    // just as short.
    const couldEnd = installDurationMs(after) < burstMs;
    const isOne = accepted.length === 1 || couldEnd;
    verify(isOne, `five retries at once get ${statuses.join(", ")}, and a session takes longer than that`);
  }
}

async function losesNoUpdate(context: CaseContext, before: Computer): Promise<void> {
  // The update reads the record before the retry, and may write it after.
  const update = sendUpdate(context, before.id, { name: freshName() }, 200);
  await getComputer(context, before.id);
  const [retry] = await Promise.all([sendRetry(context, before.id, 202), update]);
  const after = await settle(context, before.id);
  const started = installDepsStep(retry.json as Computer)?.installSessionId;
  const ended = installDepsStep(after)?.installSessionId;
  verify(started === ended, `the session that ended is ${ended}, not ${started}`);
}

async function startsTwoSessions(context: CaseContext): Promise<void> {
  await withSessions(context, await findComputers(context, retriable, "changeForGood", 2));
}
