import { type Acts, by, type Json, type Tables } from "../acts.ts";

type Steps = readonly Json[];

type SentAct = Acts["sent"];

const without = (record: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Changes every step that is sent. */
const steps =
  (change: (step: Json) => Json): ((record: Json) => Json) =>
  ({ provisioningSteps, ...record }) => ({
    ...record,
    ...(provisioningSteps !== undefined && { provisioningSteps: (provisioningSteps as Steps).map(change) }),
  });

/** Changes the members of a record in lists. */
const inList =
  (change: (record: Json) => Json): SentAct =>
  (record, place) =>
    place === "list" ? change(record) : record;

/** Replaces members of a record. */
const sets =
  (change: (record: Json) => Json): SentAct =>
  (record) => ({ ...record, ...change(record) });

const times = (change: (time: number) => unknown): SentAct =>
  steps((step) => ({
    ...step,
    ...(step.startedAt !== undefined && { startedAt: change(step.startedAt as number) }),
    ...(step.completedAt !== undefined && { completedAt: change(step.completedAt as number) }),
  }));

const hidden = (step: Json) => (step.status === "running" ? without(step, "installSessionId") : step);

const iso = (time: unknown) => new Date(Number(time)).toISOString();

/** Bugs in the records that are sent, each with the rule that it breaks. */
export const recordBugs = {
  sent: {
    "get-returns-another-computer": by("getComputer", (record, place) =>
      place === "get" ? { ...record, id: "400" } : record,
    ),
    "retry-tells-another-session": by("ProvisioningStep.installSessionId#1", (record, place) =>
      place === "retry"
        ? steps((step) => ({ ...step, ...(step.id === "install-deps" && { installSessionId: "ins_told" }) }))(
            record,
          )
        : record,
    ),
    "get-lacks-steps": by("getComputer#1", (record, place) =>
      place === "get" ? without(record, "provisioningSteps") : record,
    ),
    "update-lacks-steps": by("Computer.provisioningSteps#1", (record, place) =>
      place === "update" ? without(record, "provisioningSteps") : record,
    ),
    "listed-steps-empty-without-flag": by(
      "listComputers.includeProvisioningSteps#1",
      sets(({ provisioningSteps = [] }) => ({ provisioningSteps })),
    ),
    "steps-never-listed": by(
      "listComputers",
      inList((record) => without(record, "provisioningSteps")),
    ),
    "listed-steps-summarised": by("listComputers.includeProvisioningSteps", (record, place) =>
      place === "list"
        ? steps((step) => ({ id: step.id, name: step.name, status: step.status }))(record)
        : record,
    ),
    "listed-record-shortened": by(
      "ComputerList",
      inList((record) => without(record, "hostId", "hostname", "remoteUser", "computerSource")),
    ),
    "listed-source-shortened": by(
      "ComputerSource",
      inList(({ computerSource, ...record }) => ({
        ...record,
        ...(computerSource ? { computerSource: { kind: (computerSource as Json).kind } } : {}),
      })),
    ),
    "running-session-hidden-by-id": by("ProvisioningStep.installSessionId#1", (record, place) =>
      place === "get" ? steps(hidden)(record) : record,
    ),
    "running-session-hidden-in-list": by("ProvisioningStep.installSessionId#1", inList(steps(hidden))),
    "steps-in-reverse": by(
      "Computer.provisioningSteps",
      sets(({ provisioningSteps }) =>
        provisioningSteps ? { provisioningSteps: (provisioningSteps as Steps).toReversed() } : {},
      ),
    ),
    "step-names-missing": by(
      "ProvisioningStep#1",
      steps((step) => without(step, "name")),
    ),
    "step-status-is-a-number": by(
      "ProvisioningStep.status#1",
      steps((step) => ({ ...step, status: 1 })),
    ),
    "absent-step-fields-are-null": by(
      "ProvisioningStep",
      steps((step) => ({ ...step, completedAt: step.completedAt ?? null })),
    ),
    "failed-step-lacks-completed-at": by(
      "ProvisioningStep.completedAt#1",
      steps((step) => (step.status === "failed" ? without(step, "completedAt") : step)),
    ),
    "absent-step-error-is-empty": by(
      "ProvisioningStep.error#1",
      steps((step) => ({ ...step, error: step.error ?? "" })),
    ),
    "two-steps-install-deps": by(
      "ProvisioningStep.id#1",
      steps((step) => ({ ...step, id: "install-deps" })),
    ),
    "absent-fields-are-null": by(
      "Computer",
      sets(({ hostId = null }) => ({ hostId })),
    ),
    "numeric-name-becomes-a-number": by(
      "Computer",
      sets(({ name }) => ({ name: /^\d{1,15}$/.test(String(name)) ? Number(name) : name })),
    ),
    "stepless-computer-stays-provisioning": by("Computer.status#1", (record, _place, one) =>
      one.provisioningSteps.length === 0 ? { ...record, status: "provisioning" } : record,
    ),
    "failed-computer-says-active": by(
      "Computer.status#1",
      sets(({ status }) => ({ status: status === "error" ? "active" : status })),
    ),
    "blocked-computer-provisions": by(
      "Computer.status#1",
      (record, _place, { status, provisioningSteps: all }) =>
        status === "error" && all.at(-1)?.status === "pending"
          ? { ...record, status: "provisioning" }
          : record,
    ),
    "owner-kind-is-a-number": by(
      "Computer.ownerPrincipalKind#1",
      sets(() => ({ ownerPrincipalKind: 1 })),
    ),
    "source-kind-is-a-number": by(
      "ComputerSource.kind#1",
      sets(({ computerSource }) => (computerSource ? { computerSource: { kind: 1 } } : {})),
    ),
    "created-at-in-seconds": by(
      "Computer.createdAt#1",
      sets(({ createdAt }) => ({ createdAt: Math.floor(Number(createdAt) / 1000) })),
    ),
    "created-at-is-iso-text": by(
      "Computer.createdAt#1",
      sets(({ createdAt }) => ({ createdAt: iso(createdAt) })),
    ),
    "created-at-drifts": by(
      "Computer.createdAt#1",
      sets(({ createdAt }) => ({ createdAt: Number(createdAt) + Math.random() })),
    ),
    "step-times-in-seconds": by(
      "ProvisioningStep.startedAt#1",
      times((time) => Math.floor(time / 1000)),
    ),
  },
} as const satisfies Tables;
