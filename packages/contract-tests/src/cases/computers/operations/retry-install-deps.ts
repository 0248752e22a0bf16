import type { Computer } from "@compute-host/types";
import { type CaseContext, type ContractCase, LeftOutError, verify } from "../../contract-case.ts";
import { getComputer, idsOf, listComputers, sendRetry, sendUpdate, withSteps } from "../calls.ts";
import { freshName, readEverywhere, restoring } from "../changing.ts";
import { findComputer, findIfAny, findShapes } from "../find-computers.ts";
import { blocked, inStatus, installDepsStep, type Kind, retriable, waiting, withoutStep } from "../kinds.ts";
import { caseBuilder, type OperationCases } from "../operation-cases.ts";
import { definedPart, verifySame } from "../records/compare.ts";
import { verifyRecord } from "../records/record-rules.ts";
import { refuseRetry, settle, withSession, withSessions } from "../sessions.ts";
import { verifyDistinct } from "./conflicts.ts";

const retryCase = caseBuilder("retryInstallDeps", "retries");
const sessions = { needs: ["isDisposable"], startsSessions: true } as const;

/** The rules for a retry. */
export const retryInstallDepsCases: OperationCases<"retryInstallDeps"> = {
  behaviour: [
    ...((["active", "error"] as const).map((status) =>
      retryCase(
        `starts a new session, which ends, on a computer in status ${status}`,
        (context) => startsSession(context, inStatus(status, retriable)),
        {
          rules: [
            "retryInstallDeps#1",
            "retryInstallDeps",
            "retryInstallDeps.202",
            "Computers#2",
            "ProvisioningStep.id#1",
            "ProvisioningStep.installSessionId#1",
            "ProvisioningStep.startedAt#1",
            "ComputerSource#1",
            "Unavailable#1",
          ],
          ...sessions,
        },
      ),
    ) as [ContractCase, ...ContractCase[]]),
    retryCase("can be repeated once its session has ended", startsAgain, {
      rules: ["ProvisioningStep.installSessionId#1", "retryInstallDeps#1"],
      ...sessions,
    }),
    retryCase("is refused while a session is running", (context) => refusesSecond(context), {
      rules: ["retryInstallDeps.409#1", "retryInstallDeps.409", "retryInstallDeps#1"],
      ...sessions,
    }),
    retryCase("shows its session by ID and in the list while it runs", showsSession, {
      rules: ["retryInstallDeps#1", "ProvisioningStep.installSessionId#1"],
      ...sessions,
    }),
    retryCase("allows updates while it runs, and keeps them when it ends", keepsUpdates, {
      rules: ["updateComputer#1", "Computers#2"],
      ...sessions,
    }),
    retryCase("is refused while an earlier step has not completed", (context) => refuses(context, blocked), {
      rules: ["retryInstallDeps.409#1", "retryInstallDeps.409"],
    }),
    retryCase("is refused while an earlier step is running", refusesWhileWaiting, {
      rules: ["retryInstallDeps.409#1", "retryInstallDeps#1"],
    }),
    retryCase("is refused on a computer without the step", (context) => refuses(context, withoutStep), {
      rules: ["retryInstallDeps.409#1", "ProvisioningStep.id#1"],
    }),
    retryCase("uses a distinct problem type for each refusal", tellsRefusalsApart, {
      rules: ["Problem.type#1"],
      needs: ["writesOwnProblems"],
      startsSessions: true,
    }),
  ],
  query: {},
  body: {},
};

async function startsSession(context: CaseContext, kind: Kind): Promise<void> {
  await withSessions(context, await findShapes(context, kind, "changeForGood"));
}

async function startsAgain(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, retriable, "changeForGood");
  const seen = new Set<string | undefined>();
  for (const attempt of [1, 2, 3]) {
    const computer = await settle(context, id);
    if (!retriable.matches(computer)) throw new LeftOutError("The computer cannot be retried a second time");
    seen.add(installDepsStep(computer)?.installSessionId);
    const after = await withSession(context, id);
    const session = installDepsStep(after)?.installSessionId;
    verify(
      !seen.has(session),
      "ProvisioningStep.installSessionId#1",
      `attempt ${attempt} has the session of an earlier one, ${session}`,
    );
  }
}

async function refusesSecond(context: CaseContext, attempts = 5): Promise<void> {
  const { id } = await findComputer(context, retriable, "changeForGood");
  let hasEnded = false;
  await withSession(context, id, async (accepted) => {
    const response = await sendRetry(context, id);
    const current = await getComputer(context, id);
    const [started, now] = [accepted, current].map((one) => installDepsStep(one)?.installSessionId);
    hasEnded = response.status === 202 && now !== started;
    if (hasEnded) throw new LeftOutError("A session ended before a second retry could be refused");
    verify(
      response.status === 409,
      "retryInstallDeps.409#1",
      `a retry while a session runs gets ${response.status}, not 409`,
    );
    verify(now === started, "retryInstallDeps.409", "the refused retry changed the session");
  }).catch(async (error: unknown) => {
    // A busy machine may be late once.
    if (!hasEnded || attempts <= 1) throw error;
    await refusesSecond(context, attempts - 1);
  });
}

async function showsSession(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, retriable, "changeForGood");
  const order = idsOf(await listComputers(context));
  await withSession(context, id, async (accepted) => {
    const all = await listComputers(context, withSteps);
    const shown = idsOf(all);
    verify(shown === order, "listComputers#1", `during a session the list has ${shown}, and had ${order}`);
    const entry = all.find((one) => one.id === id);
    for (const one of [await getComputer(context, id), ...(entry ? [entry] : [])]) {
      if (installDepsStep(one)?.status !== "running") continue;
      const [steps = [], started = []] = [one, accepted].map(
        (each) => (definedPart(context.api, each) as Partial<Computer>).provisioningSteps,
      );
      verifySame(steps, started, "retryInstallDeps#1", "a record read during the session has other steps");
    }
  });
}

/** Prefers a computer without a host: one with a host cannot show that the end of a session loses a new one. */
async function keepsUpdates(context: CaseContext): Promise<void> {
  const isFree = (one: Computer) => retriable.matches(one) && one.hostId === undefined;
  const free = await findIfAny(context, { name: retriable.name, matches: isFree }, "changeForGood");
  const computer = free ?? (await findComputer(context, retriable, "changeForGood"));
  const { id, hostId = crypto.randomUUID() } = computer;
  await restoring(context, [computer], async () => {
    await withSession(context, id, async (accepted) => {
      const changes = { name: freshName(), hostId, remoteUser: "contract" };
      // The second time, they are the computer's own.
      for (const body of [changes, changes]) {
        const { json } = await sendUpdate(context, id, body, 200);
        verifyRecord(json as Computer);
        const [sent, session] = [json as Computer, accepted].map(
          (one) => installDepsStep(one)?.installSessionId,
        );
        const message = `an update during the session ${session} returns the session ${sent}`;
        verify(sent === session, "ProvisioningStep.installSessionId#1", message);
        await readEverywhere(context, id);
      }
    });
  });
}

async function refuses(context: CaseContext, kind: Kind): Promise<void> {
  const { id } = await findComputer(context, kind, "change");
  await refuseRetry(context, id);
  await refuseRetry(context, id);
}

async function refusesWhileWaiting(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, waiting, "change");
  const { status } = await sendRetry(context, id);
  const after = await getComputer(context, id);
  if (status === 202 && !waiting.matches(after)) {
    throw new LeftOutError("The earlier step ended before the retry could be refused");
  }
  verify(
    status === 409,
    "retryInstallDeps.409#1",
    `a retry before the earlier steps completed gets ${status}, not 409`,
  );
}

async function tellsRefusalsApart(context: CaseContext): Promise<void> {
  const types = new Map<string, unknown>();
  for (const [name, kind] of Object.entries({ "earlier step open": blocked, "no such step": withoutStep })) {
    const computer = await findIfAny(context, kind, "change");
    if (computer) types.set(name, (await refuseRetry(context, computer.id)).type);
  }
  if (context.target.lacks.isDisposable === undefined) {
    const { id } = await findComputer(context, retriable, "changeForGood");
    await sendRetry(context, id, 202);
    const { status, json } = await sendRetry(context, id);
    // Otherwise the first session has ended already, which other cases judge.
    if (status === 409) types.set("session running", (json as { type?: unknown }).type);
    await settle(context, id);
  }
  if (types.size < 2) throw new LeftOutError("There are no two kinds of refusal to compare");
  verifyDistinct(types);
}
