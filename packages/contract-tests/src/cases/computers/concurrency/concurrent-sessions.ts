import type { Computer } from "@compute-host/types";
import { type CaseContext, type ContractCase, LeftOutError, verify } from "../../contract-case.ts";
import { getComputer, sendRetry, sendUpdate } from "../calls.ts";
import { changing, freshName } from "../changing.ts";
import { findComputer } from "../find-computers.ts";
import { installDepsStep, installDurationMs, retriable } from "../kinds.ts";
import { caseBuilder } from "../operation-cases.ts";
import { settle, verifyAccepted, withSession } from "../sessions.ts";

const retryCase = caseBuilder("retryInstallDeps", "concurrency");

/** The rules for install sessions under concurrent requests. */
export const concurrentSessionCases: readonly ContractCase[] = [
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

/** How late a busy service may notice that a session has ended. */
const lateMs = 20;

async function startsOneSession(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, retriable, "changeForGood");
  for (let round = 0; round < 2; round += 1) {
    const before = await settle(context, id);
    if (!retriable.matches(before)) throw new LeftOutError("The computer cannot be retried a second time");
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => sendRetry(context, id)));
    const accepted = responses.filter(({ status }) => status === 202).map(({ json }) => json as Computer);
    const statuses = responses
      .map(({ status }) => status)
      .toSorted()
      .join(", ");
    verify(accepted.length > 0, "retryInstallDeps#1", `five retries at once get ${statuses}`);
    const starts = accepted.map(startOf).toSorted((one, other) => one - other);
    let shortestMs = installDurationMs(await settle(context, id));
    if (accepted.length === 1) {
      for (const one of accepted) verifyAccepted(context, before, one);
      continue;
    }
    // A second retry is right if the session before it had ended by then; then another session that short shows. With
    // starts in whole seconds, the time between two is uncertain by one.
    const gapMs = Math.min(...starts.slice(1).map((start, index) => start - (starts[index] ?? 0)));
    const longestMs = 2 * gapMs + (starts.every((start) => start % 1_000 === 0) ? 1_000 : lateMs);
    for (let more = 0; more < 5 && shortestMs > longestMs; more += 1)
      shortestMs = Math.min(shortestMs, installDurationMs(await withSession(context, id)));
    const message = `five retries at once get ${statuses}, and no session takes less than ${shortestMs} ms`;
    verify(shortestMs <= longestMs, "retryInstallDeps#1", message);
  }
}

function startOf(computer: Computer): number {
  return installDepsStep(computer)?.startedAt ?? 0;
}

async function losesNoUpdate(context: CaseContext, before: Computer): Promise<void> {
  // The update reads the record before the retry, and may write it after.
  const update = sendUpdate(context, before.id, { name: freshName() }, 200);
  await getComputer(context, before.id);
  const [retry] = await Promise.all([sendRetry(context, before.id, 202), update]);
  const after = await settle(context, before.id);
  const started = installDepsStep(retry.json as Computer)?.installSessionId;
  const ended = installDepsStep(after)?.installSessionId;
  verify(
    started === ended,
    "ProvisioningStep.installSessionId#1",
    `the session that ended is ${ended}, not ${started}`,
  );
}
