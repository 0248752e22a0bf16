import type { Computer } from "./computer.ts";
import type { Place, Sent } from "./sent-record.ts";
import type { Effects } from "./switched.ts";
import { cached, type World } from "./world.ts";

interface View {
  readonly world: World;
  readonly computer: Computer;
  readonly place: Place;
}

const stepsOf = (sent: Sent) => sent.provisioningSteps ?? [];
const iso = (value: unknown) => new Date(Number(value)).toISOString();
const seconds = (value: unknown) => Math.floor(Number(value) / 1000);
const stepTimes = ["startedAt", "completedAt"] as const;
const optionalFields = ["hostId", "hostname", "remoteUser", "relayClientUrl", "computerSource"] as const;

function mapStepTimes(sent: Sent, map: (value: unknown) => unknown): void {
  for (const step of stepsOf(sent)) {
    for (const time of stepTimes) if (step[time] !== undefined) step[time] = map(step[time]);
  }
}

/** The effects of bugs on a sent record. */
export const recordEffects: Effects<(sent: Sent, view: View) => void> = {
  "created-at-in-seconds": (sent) => {
    sent.createdAt = seconds(sent.createdAt);
  },
  "created-at-in-microseconds": (sent) => {
    sent.createdAt = Number(sent.createdAt) * 1000;
  },
  "created-at-is-iso-text": (sent) => {
    sent.createdAt = iso(sent.createdAt);
  },
  "created-at-is-numeric-text": (sent) => {
    sent.createdAt = String(sent.createdAt);
  },
  "listed-created-at-in-seconds": (sent, { place }) => {
    if (place === "list") sent.createdAt = seconds(sent.createdAt);
  },
  "created-at-drifts": (sent) => {
    sent.createdAt = Number(sent.createdAt) + (Math.floor(performance.now()) % 1000);
  },
  "step-times-in-seconds": (sent) => mapStepTimes(sent, seconds),
  "step-times-are-iso-text": (sent) => mapStepTimes(sent, iso),
  "unknown-step-times-are-zero": (sent) => {
    for (const step of stepsOf(sent)) for (const time of stepTimes) step[time] ??= 0;
  },
  "absent-fields-are-null": (sent) => {
    for (const field of optionalFields) sent[field] ??= null;
  },
  "absent-fields-are-empty": (sent) => {
    for (const field of ["hostId", "relayClientUrl"]) sent[field] ??= "";
  },
  "absent-step-fields-are-null": (sent) => {
    for (const step of stepsOf(sent)) step.completedAt ??= null;
  },
  "absent-step-error-is-empty": (sent) => {
    for (const step of stepsOf(sent)) step.error ??= "";
  },
  "step-error-is-an-object": (sent) => {
    for (const step of stepsOf(sent)) if (step.error) step.error = { message: step.error };
  },
  "get-lacks-steps": (sent, { place }) => {
    if (place === "get") delete sent.provisioningSteps;
  },
  "update-lacks-steps": (sent, { place }) => {
    if (place === "update") delete sent.provisioningSteps;
  },
  "retry-lacks-steps": (sent, { place }) => {
    if (place === "retry") delete sent.provisioningSteps;
  },
  "empty-steps-left-out": (sent, { place }) => {
    if (place !== "list" && stepsOf(sent).length === 0) delete sent.provisioningSteps;
  },
  "listed-empty-steps-left-out": (sent, { place }) => {
    if (place === "list" && stepsOf(sent).length === 0) delete sent.provisioningSteps;
  },
  "listed-steps-empty-without-flag": (sent) => {
    sent.provisioningSteps ??= [];
  },
  "listed-steps-summarised": (sent, { place }) => {
    if (place !== "list" || !sent.provisioningSteps) return;
    sent.provisioningSteps = stepsOf(sent).map(({ id, name, status }) => ({ id, name, status }));
  },
  "listed-steps-limited-to-first": (sent, { place }) => {
    if (place === "list" && sent.provisioningSteps) sent.provisioningSteps = stepsOf(sent).slice(0, 1);
  },
  "steps-in-reverse": (sent) => {
    stepsOf(sent).reverse();
  },
  "steps-sorted-by-id": (sent) => {
    stepsOf(sent).sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
  },
  "step-names-missing": (sent) => {
    for (const step of stepsOf(sent)) delete step.name;
  },
  "step-status-is-a-number": (sent) => {
    for (const step of stepsOf(sent))
      step.status = ["pending", "running", "completed"].indexOf(String(step.status));
  },
  "completed-at-missing": (sent) => {
    for (const step of stepsOf(sent)) if (step.status === "completed") delete step.completedAt;
  },
  "failed-step-lacks-completed-at": (sent) => {
    for (const step of stepsOf(sent)) if (step.status === "failed") delete step.completedAt;
  },
  "status-in-upper-case": (sent) => {
    sent.status = String(sent.status).toUpperCase();
  },
  "status-says-ready": (sent) => {
    if (sent.status === "active") sent.status = "ready";
  },
  "stepless-computer-stays-provisioning": (sent, { computer }) => {
    if (computer.provisioningSteps.length === 0) sent.status = "provisioning";
  },
  "failed-computer-says-active": (sent) => {
    if (sent.status === "error") sent.status = "active";
  },
  "relay-address-without-scheme": (sent) => {
    if (sent.relayClientUrl) sent.relayClientUrl = String(sent.relayClientUrl).replace(/^wss:/, "");
  },
  "numeric-name-becomes-a-number": (sent) => {
    if (/^\d{1,15}$/.test(String(sent.name))) sent.name = Number(sent.name);
  },
  "unknown-source-dropped": (sent, { computer }) => {
    if (computer.computerSource && computer.computerSource.kind !== "template") delete sent.computerSource;
  },
  "unknown-source-fields-dropped": (sent, { computer }) => {
    const { kind, templateId } = computer.computerSource ?? {};
    if (kind !== undefined) sent.computerSource = { kind, ...(templateId !== undefined && { templateId }) };
  },
  "listed-record-shortened": (sent, { place }) => {
    if (place !== "list") return;
    for (const field of ["hostId", "hostname", "remoteUser", "computerSource"]) delete sent[field];
  },
  "listed-source-flattened": (sent, { place }) => {
    if (place === "list" && sent.computerSource) sent.computerSource = (sent.computerSource as Sent).kind;
  },
  "listed-status-lags": (sent, { world, computer, place }) => {
    if (place === "list") sent.status = cached(world, `status ${computer.id}`, 1500, () => computer.status);
  },
  "listed-name-lags": (sent, { world, computer, place }) => {
    if (place === "list") sent.name = cached(world, `name ${computer.id}`, 1500, () => computer.name);
  },
  "record-in-an-envelope": (sent, { place }) => {
    if (place !== "get") return;
    const computer = { ...sent };
    for (const field of Object.keys(sent)) delete sent[field];
    sent.computer = computer;
  },
};
