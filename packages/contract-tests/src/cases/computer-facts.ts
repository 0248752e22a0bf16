import type { Computer, ProvisioningStep } from "@compute-host/types";
import type { Survey } from "./contract-case.ts";

/** The step that a retry concerns. */
export const installDepsId = "install-deps";

/** The install-dependencies step of a computer, where it has one. */
export function installDepsStep(computer: Computer): ProvisioningStep | undefined {
  return computer.provisioningSteps?.find((step) => step.id === installDepsId);
}

/** Whether nothing is going on: the computer is not being provisioned. */
export function isSettled(computer: Computer): boolean {
  return computer.status === "active" || computer.status === "error";
}

/** Whether every step before install-deps has completed, and no install session is running. */
export function isRetriable(computer: Computer): boolean {
  const step = installDepsStep(computer);
  return isSettled(computer) && step !== undefined && !hasEarlierStepOpen(computer);
}

/** Whether a step before install-deps has not completed. */
export function hasEarlierStepOpen(computer: Computer): boolean {
  const steps = computer.provisioningSteps ?? [];
  const index = steps.findIndex((step) => step.id === installDepsId);
  return steps.slice(0, Math.max(index, 0)).some((step) => step.status !== "completed");
}

/** Builds `missingData` of a case: the survey has to hold so many computers of a kind. */
export function wants(
  description: string,
  isOfKind: (computer: Computer) => boolean = () => true,
  count = 1,
): (survey: Survey) => string | undefined {
  return ({ computers }) =>
    computers.filter(isOfKind).length >= count ? undefined : `the owner has no ${description}`;
}

/** The first computer of a kind, which `wants` has found to be there. */
export function pick(
  { computers }: Survey,
  isOfKind: (computer: Computer) => boolean = () => true,
): Computer {
  const found = computers.find(isOfKind);
  if (!found) throw new Error("No computer of this kind is there; name it in missingData.");
  return found;
}

/** The computer of a kind whose install-dependencies step took least the last time: a retry of it keeps nobody waiting. */
export function pickQuickest(
  { computers }: Survey,
  isOfKind: (computer: Computer) => boolean = () => true,
): Computer {
  return pick({ computers: computers.toSorted(compareDurations) }, isOfKind);
}

function compareDurations(a: Computer, b: Computer): number {
  const [first, second] = [a, b].map(installDurationMs) as [number, number];
  return first === second ? 0 : first - second;
}

/** How long the last attempt took; infinitely long where that is not known. */
function installDurationMs(computer: Computer): number {
  const { startedAt = Number.NaN, completedAt = Number.NaN } = installDepsStep(computer) ?? {};
  const durationMs = completedAt - startedAt;
  return Number.isNaN(durationMs) ? Number.POSITIVE_INFINITY : durationMs;
}
