import type { retriesBugs } from "../bugs/retries-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Api, Body, Probe, Probes, StepBody } from "./api.ts";
import { installDepsOf, isTouched, statusIsNot } from "./expectations.ts";

const id = ids.installFailed;

/** Detects a mistake in the record that an accepted retry returns. */
const returned = (isWrong: (body: Body, step: StepBody | undefined) => boolean): Probe => {
  return async (api) => {
    const { body } = await api.retry(id);
    return isWrong(body, installDepsOf(body));
  };
};

const isRefused = (computerId: string) => statusIsNot(202, (api) => api.retry(computerId));
const isNotConflict = (computerId: string) => statusIsNot(409, (api) => api.retry(computerId));

/** Sends a retry while a session is running. */
async function retryTwice(api: Api) {
  await api.retry(id);
  return api.retry(id);
}

const sessionOf = (body: Body) => installDepsOf(body)?.installSessionId;

/** Detects a repeated session ID; tries several times, because a second may end between two attempts. */
const sessionRepeated: Probe = async (api) => {
  const sessions: unknown[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    sessions.push(sessionOf((await api.retry(id)).body));
    await api.settled(id);
  }
  return new Set(sessions).size < sessions.length;
};

/** Detects a session ID that changes between the response to a retry and the end of the session. */
const sessionLost: Probe = async (api) => {
  const session = sessionOf((await api.retry(id)).body);
  return session === undefined || sessionOf(await api.settled(id)) !== session;
};

/** Detects earlier steps that a retry changes. */
const earlierStepsChanged: Probe = async (api) => {
  const steps = async () => JSON.stringify((await api.get(id)).body.provisioningSteps.slice(0, 2));
  const before = await steps();
  await api.retry(id);
  return before !== (await steps());
};

const countOfSteps: Probe = async (api) => {
  const { body } = await api.retry(id);
  return body.provisioningSteps.length !== 3;
};

export const retriesProbes: Probes<typeof retriesBugs> = {
  "retry-is-200": isRefused(id),
  "retry-lacks-body": returned((body) => body.id !== id),
  "retry-returns-old-record": returned((body) => body.status !== "provisioning"),
  "retry-waits-for-install": returned((body) => body.status !== "provisioning"),
  "retry-leaves-status": returned((body) => body.status !== "provisioning"),
  "retry-status-not-stored": async (api) => {
    await api.retry(id);
    return (await api.get(id)).body.status !== "provisioning";
  },
  "retry-stored-later": async (api) => {
    await api.retry(id);
    return (await api.get(id)).body.status !== "provisioning";
  },
  "retry-step-pending": returned((_, step) => step?.status !== "running"),
  "retry-step-unchanged": returned((_, step) => step?.status !== "running"),
  "retry-keeps-error": returned((_, step) => step?.error !== undefined),
  "retry-keeps-completed-at": returned((_, step) => step?.completedAt !== undefined),
  "retry-keeps-started-at": returned((_, step) => Date.now() - Number(step?.startedAt) > 60_000),
  "retry-lacks-started-at": returned((_, step) => step?.startedAt === undefined),
  "retry-started-at-in-seconds": returned((_, step) => Number(step?.startedAt) < 1e12),
  "session-kept": returned((_, step) => String(step?.installSessionId).startsWith("ins_seed")),
  "session-named-after-second": sessionRepeated,
  "retry-lacks-session": returned((_, step) => step?.installSessionId === undefined),
  "retry-tells-another-session": sessionLost,
  "finished-install-drops-session": sessionLost,
  "finished-install-renames-session": sessionLost,
  "running-retry-accepted": statusIsNot(409, retryTwice),
  "running-retry-is-423": statusIsNot(409, retryTwice),
  "retry-accepted-after-failed-step": isNotConflict(ids.earlierFailed),
  "retry-accepted-after-running-step": isNotConflict(ids.provisioning),
  "retry-checks-later-steps": isRefused(ids.laterStepPending),
  "early-retry-is-400": isNotConflict(ids.earlierFailed),
  "stepless-retry-accepted": isNotConflict(ids.stepless),
  "stepless-retry-is-404": isNotConflict(ids.stepless),
  "stepless-retry-is-500": isNotConflict(ids.stepless),
  "active-retry-refused": isRefused(ids.active),
  "byom-retry-refused": isRefused(ids.byom),
  "unlinked-retry-refused": isRefused(id),
  "second-retry-refused": async (api) => {
    await api.retry(id);
    await api.settled(id);
    return (await api.retry(id)).status !== 202;
  },
  "refused-retry-sets-provisioning": isTouched("status", ids.earlierFailed, (api, computerId) =>
    api.retry(computerId),
  ),
  "refused-retry-changes-session": isTouched("provisioningSteps", ids.earlierFailed, (api, computerId) =>
    api.retry(computerId),
  ),
  "retry-needs-media-type": isRefused(id),
  "retry-needs-body": isRefused(id),
  "retry-by-get": statusIsNot(405, (api) => api.call("GET", `/api/v0/computers/${id}/install-deps`)),
  "retry-takes-last-step": async (api) => {
    const { body } = await api.retry(ids.laterStep);
    return installDepsOf(body)?.status !== "running";
  },
  "retry-appends-step": countOfSteps,
  "retry-drops-other-steps": countOfSteps,
  "retry-resets-earlier-steps": earlierStepsChanged,
  "retry-restarts-earlier-steps": earlierStepsChanged,
};
