import type { Computer, ProvisioningStep } from "@compute-host/types";

/** A kind of computer that a case needs. */
export interface Kind {
  /** Completes "the owner has no ...". */
  readonly name: string;
  matches(computer: Computer): boolean;
}

/** The ID of the step that a retry runs. */
export const installDepsId = "install-deps";

const knownWords = ["pending", "running", "completed", "failed"];

/** Returns the install-dependencies step of a computer, if it has one. */
export function installDepsStep(computer: Computer): ProvisioningStep | undefined {
  return computer.provisioningSteps?.find((step) => step.id === installDepsId);
}

/** Whether all steps have known statuses; the rules only cover those. */
export function hasKnownWords({ provisioningSteps = [] }: Computer): boolean {
  return provisioningSteps.every(({ status }) => status !== undefined && knownWords.includes(status));
}

/** Whether the computer is settled, which means not being provisioned. */
export function isSettled(computer: Pick<Computer, "status">): boolean {
  return computer.status === "active" || computer.status === "error";
}

/** Whether an update may set the name of a computer: only updates limit it. */
export function hasUsualName({ name }: Pick<Computer, "name">): boolean {
  const { length } = [...name];
  return length >= 1 && length <= 63 && name.isWellFormed();
}

/** Returns the steps before install-deps; empty without that step. */
export function earlierSteps({ provisioningSteps = [] }: Computer): ProvisioningStep[] {
  const index = provisioningSteps.findIndex((step) => step.id === installDepsId);
  return provisioningSteps.slice(0, Math.max(index, 0));
}

/** Any computer. */
export const anyComputer: Kind = { name: "computer", matches: () => true };

export const settled: Kind = { name: "computer that is active or in error", matches: isSettled };

export const withHost: Kind = {
  name: "computer with a host",
  matches: ({ hostId }) => hostId !== undefined,
};

export const withoutHost: Kind = {
  name: "computer without a host",
  matches: ({ hostId }) => hostId === undefined,
};

export const settledWithHost: Kind = {
  name: "computer with a host",
  matches: (computer) => withHost.matches(computer) && isSettled(computer),
};

export const settledWithoutHost: Kind = {
  name: "computer without a host",
  matches: (computer) => withoutHost.matches(computer) && isSettled(computer),
};

export const withRemoteUser: Kind = {
  name: "computer with a remote user",
  matches: (computer) => computer.remoteUser !== undefined && isSettled(computer),
};

/** A computer whose install-dependencies step can be retried now. */
export const retriable: Kind = {
  name: "computer whose install-deps can be retried",
  matches: (computer) =>
    isSettled(computer) &&
    hasKnownWords(computer) &&
    installDepsStep(computer) !== undefined &&
    earlierSteps(computer).every(({ status }) => status === "completed"),
};

/** A computer whose install-dependencies step waits for a failed earlier step. */
export const blocked: Kind = {
  name: "computer with an earlier step that has not completed",
  matches: (computer) =>
    isSettled(computer) &&
    hasKnownWords(computer) &&
    earlierSteps(computer).some(({ status }) => status !== "completed"),
};

/** A computer whose install-dependencies step waits for a running earlier step. */
export const waiting: Kind = {
  name: "computer with an earlier step that is running",
  matches: (computer) =>
    computer.status === "provisioning" &&
    hasKnownWords(computer) &&
    earlierSteps(computer).some(({ status }) => status !== "completed"),
};

/** A computer with nothing to retry. */
export const withoutStep: Kind = {
  name: "computer without the step install-deps",
  matches: (computer) =>
    isSettled(computer) &&
    computer.provisioningSteps !== undefined &&
    installDepsStep(computer) === undefined,
};

/** Narrows a kind to one status. */
export function inStatus(status: string, kind: Kind = anyComputer): Kind {
  return {
    name: `${kind.name} in status ${status}`,
    matches: (computer) => computer.status === status && kind.matches(computer),
  };
}

/** Returns the duration of the last attempt; `Infinity` if unknown. */
export function installDurationMs(computer: Computer): number {
  const { startedAt = Number.NaN, completedAt = Number.NaN } = installDepsStep(computer) ?? {};
  const durationMs = completedAt - startedAt;
  return Number.isNaN(durationMs) ? Number.POSITIVE_INFINITY : durationMs;
}
