import type { Computer, ProvisioningStep } from "@compute-host/types";

/** A kind of computer that a case asks for. */
export interface Kind {
  /** Completes "the owner has no ...". */
  readonly name: string;
  matches(computer: Computer): boolean;
}

/** The step that a retry concerns. */
export const installDepsId = "install-deps";

const knownWords = ["pending", "running", "completed", "failed"];

/** The install-dependencies step of a computer, where it has one. */
export function installDepsStep(computer: Computer): ProvisioningStep | undefined {
  return computer.provisioningSteps?.find((step) => step.id === installDepsId);
}

/** Whether the words of all steps are known ones: only then is decided what depends on their meaning. */
export function hasKnownWords({ provisioningSteps = [] }: Computer): boolean {
  return provisioningSteps.every(({ status }) => status !== undefined && knownWords.includes(status));
}

/** Whether nothing is going on: the computer is not being provisioned. */
export function isSettled(computer: Computer): boolean {
  return computer.status === "active" || computer.status === "error";
}

/** The steps before install-deps; none where there is no such step. */
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

export const withRemoteUser: Kind = {
  name: "computer with a remote user",
  matches: (computer) => computer.remoteUser !== undefined && isSettled(computer),
};

/** One whose install-dependencies step can be retried now. */
export const retriable: Kind = {
  name: "computer whose install-deps can be retried",
  matches: (computer) =>
    isSettled(computer) &&
    hasKnownWords(computer) &&
    installDepsStep(computer) !== undefined &&
    earlierSteps(computer).every(({ status }) => status === "completed"),
};

/** One whose install-dependencies step has to wait for an earlier one that has failed. */
export const blocked: Kind = {
  name: "computer with an earlier step that has not completed",
  matches: (computer) =>
    isSettled(computer) &&
    hasKnownWords(computer) &&
    earlierSteps(computer).some(({ status }) => status !== "completed"),
};

/** One whose install-dependencies step has to wait for an earlier one that goes on. */
export const waiting: Kind = {
  name: "computer with an earlier step that is running",
  matches: (computer) =>
    computer.status === "provisioning" &&
    hasKnownWords(computer) &&
    earlierSteps(computer).some(({ status }) => status !== "completed"),
};

/** One that has nothing to retry. */
export const withoutStep: Kind = {
  name: "computer without the step install-deps",
  matches: (computer) =>
    isSettled(computer) &&
    computer.provisioningSteps !== undefined &&
    installDepsStep(computer) === undefined,
};

/** Those of a kind that are in one status. */
export function inStatus(status: string, kind: Kind = anyComputer): Kind {
  return {
    name: `${kind.name} in status ${status}`,
    matches: (computer) => computer.status === status && kind.matches(computer),
  };
}

/** How long the last attempt took; infinitely long where that is not known. */
export function installDurationMs(computer: Computer): number {
  const { startedAt = Number.NaN, completedAt = Number.NaN } = installDepsStep(computer) ?? {};
  const durationMs = completedAt - startedAt;
  return Number.isNaN(durationMs) ? Number.POSITIVE_INFINITY : durationMs;
}
