import type { transitionsBugs } from "../bugs/transitions-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Api, Probe, Probes } from "./api.ts";
import { installDepsOf } from "./expectations.ts";

/** Returns the record after a retry has ended, or at the time limit. */
async function afterRetry(api: Api, id: string) {
  await api.retry(id);
  return api.settled(id, 1500);
}

/** Detects a status that does not match the steps. */
const contradicts = (id: string): Probe => {
  return async (api) => {
    const { status, provisioningSteps } = await afterRetry(api, id);
    const words = provisioningSteps.map((step) => step.status);
    if (words.includes("failed")) return status !== "error";
    return status !== (words.every((word) => word === "completed") ? "active" : "provisioning");
  };
};

const neverEnds: Probe = async (api) => (await afterRetry(api, ids.installFailed)).status === "provisioning";

export const transitionsProbes: Probes<typeof transitionsBugs> = {
  "install-never-ends": neverEnds,
  "finished-install-leaves-status": neverEnds,
  "error-kept-on-completed-step": async (api) => {
    const step = installDepsOf(await afterRetry(api, ids.installFailed));
    return step?.status === "completed" && step.error !== undefined;
  },
  "completed-before-started": async (api) => {
    const step = installDepsOf(await afterRetry(api, ids.installFailed));
    return Number(step?.completedAt) < Number(step?.startedAt);
  },
  "failed-install-leaves-status": contradicts(ids.installFailed),
  "failed-install-says-active": contradicts(ids.installFailed),
  "failed-install-fails-later-steps": async (api) => {
    const { provisioningSteps } = await afterRetry(api, ids.laterStepPending);
    return provisioningSteps.at(-1)?.status === "failed";
  },
  "active-before-later-steps": contradicts(ids.laterStepPending),
  "later-steps-never-run": async (api) =>
    (await afterRetry(api, ids.laterStepPending)).status === "provisioning",
  "stepless-computer-stays-provisioning": async (api) =>
    (await api.get(ids.stepless)).body.status !== "active",
  "failed-computer-says-active": async (api) => (await api.get(ids.installFailed)).body.status !== "error",
};
