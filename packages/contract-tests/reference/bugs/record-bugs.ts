import { by, type Tables, without } from "../acts.ts";
import { ids } from "../computers.ts";

const iso = (time: unknown) => new Date(Number(time)).toISOString();

const inSeconds = (time: unknown) => (time === undefined ? time : Math.floor(Number(time) / 1000));

/** Bugs in the records that are sent, each with the rule that it breaks. */
export const recordBugs = {
  sentStep: {
    "retry-tells-another-session": by(
      "ProvisioningStep.installSessionId#1",
      ({ id }, place) => place === "retry" && id === "install-deps" && { installSessionId: "ins_told" },
    ),
    "listed-steps-summarised": by(
      "listComputers.includeProvisioningSteps",
      ({ id, name, status, ...others }, place) => place === "list" && without(Object.keys(others)),
    ),
    "running-session-hidden-by-id": by(
      "ProvisioningStep.installSessionId#1",
      ({ status }, place) => place === "get" && status === "running" && { installSessionId: undefined },
    ),
    "running-session-hidden-in-list": by(
      "ProvisioningStep.installSessionId#1",
      ({ status }, place) => place === "list" && status === "running" && { installSessionId: undefined },
    ),
    "step-names-missing": by("ProvisioningStep#1", () => ({ name: undefined })),
    "step-status-is-a-number": by("ProvisioningStep.status#1", () => ({ status: 1 })),
    "absent-step-fields-are-null": by("ProvisioningStep", ({ completedAt = null }) => ({ completedAt })),
    "failed-step-lacks-completed-at": by(
      "ProvisioningStep.completedAt#1",
      ({ status }) => status === "failed" && { completedAt: undefined },
    ),
    "absent-step-error-is-empty": by("ProvisioningStep.error#1", ({ error = "" }) => ({ error })),
    "two-steps-install-deps": by("ProvisioningStep.id#1", () => ({ id: "install-deps" })),
    "step-times-in-seconds": by("ProvisioningStep.startedAt#1", ({ startedAt, completedAt }) => ({
      startedAt: inSeconds(startedAt),
      completedAt: inSeconds(completedAt),
    })),
  },
  sent: {
    "update-hides-session": by(
      "ProvisioningStep.installSessionId#1",
      (_record, place, { status, provisioningSteps: steps }) =>
        place === "update" &&
        status === "provisioning" && {
          provisioningSteps: steps.map(({ installSessionId: _session, ...step }) => step),
        },
    ),
    "listed-status-lags": by(
      "Computers#2",
      (_record, place, { status, provisioningSteps: steps }) =>
        place === "list" &&
        status === "provisioning" &&
        steps.some(({ id, status: own }) => id === "install-deps" && own === "running") && {
          status: "active",
        },
    ),
    "get-returns-another-computer": by(
      "getComputer",
      (_record, place) => place === "get" && { id: ids.provisioning },
    ),
    "get-lacks-steps": by(
      "getComputer#1",
      (_record, place) => place === "get" && { provisioningSteps: undefined },
    ),
    "update-lacks-steps": by(
      "Computer.provisioningSteps#1",
      (_record, place) => place === "update" && { provisioningSteps: undefined },
    ),
    "listed-steps-empty-without-flag": by(
      "listComputers.includeProvisioningSteps#1",
      ({ provisioningSteps = [] }) => ({ provisioningSteps }),
    ),
    "steps-never-listed": by(
      "listComputers",
      (_record, place) => place === "list" && { provisioningSteps: undefined },
    ),
    "listed-record-shortened": by(
      "ComputerList",
      (_record, place) => place === "list" && without(["hostId", "hostname", "remoteUser", "computerSource"]),
    ),
    "listed-source-shortened": by(
      "ComputerSource",
      (_record, place, { computerSource: source }) =>
        place === "list" && source && { computerSource: { kind: source.kind } },
    ),
    "steps-in-reverse": by(
      "Computer.provisioningSteps",
      ({ provisioningSteps: steps }) => Array.isArray(steps) && { provisioningSteps: steps.toReversed() },
    ),
    "absent-fields-are-null": by("Computer", ({ hostId = null }) => ({ hostId })),
    "numeric-name-becomes-a-number": by(
      "Computer",
      ({ name }) => /^\d{1,15}$/.test(String(name)) && { name: Number(name) },
    ),
    "stepless-computer-stays-provisioning": by(
      "Computer.status#1",
      (_record, _place, one) => one.provisioningSteps.length === 0 && { status: "provisioning" },
    ),
    "failed-computer-says-active": by(
      "Computer.status#1",
      ({ status }) => status === "error" && { status: "active" },
    ),
    "blocked-computer-provisions": by(
      "Computer.status#1",
      (_record, _place, { status, provisioningSteps: steps }) =>
        status === "error" && steps.at(-1)?.status === "pending" && { status: "provisioning" },
    ),
    "owner-kind-is-a-number": by("Computer.ownerPrincipalKind#1", () => ({ ownerPrincipalKind: 1 })),
    "source-kind-is-a-number": by(
      "ComputerSource.kind#1",
      (_record, _place, one) => one.computerSource && { computerSource: { kind: 1 } },
    ),
    "created-at-in-seconds": by("Computer.createdAt#1", ({ createdAt }) => ({
      createdAt: inSeconds(createdAt),
    })),
    "created-at-is-iso-text": by("Computer.createdAt#1", ({ createdAt }) => ({ createdAt: iso(createdAt) })),
    "created-at-drifts": by("Computer.createdAt#1", ({ createdAt }) => ({
      createdAt: Number(createdAt) + Math.random(),
    })),
  },
} as const satisfies Tables;
