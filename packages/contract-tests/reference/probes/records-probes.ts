import type { recordsBugs } from "../bugs/records-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Body, Probe, Probes, StepBody } from "./api.ts";

/** Detects a mistake in a record. */
const read = (id: string, isWrong: (body: Body) => boolean): Probe => {
  return async (api) => isWrong((await api.get(id)).body);
};

/** Detects a mistake in one of a record's steps. */
const steps = (id: string, isWrong: (step: StepBody) => boolean): Probe =>
  read(id, (body) => body.provisioningSteps.some(isWrong));

const isOutOfOrder = (body: Body) => body.provisioningSteps[0]?.id !== "create-computer";
const hasOrder = read(ids.active, isOutOfOrder);
const sourceIsCut = read(ids.snapshot, ({ computerSource }) => computerSource?.snapshotId !== "snp_77");
const hasWrongStatus = read(ids.active, ({ status }) => status !== "active");

export const recordsProbes: Probes<typeof recordsBugs> = {
  "get-lacks-steps": read(ids.active, (body) => body.provisioningSteps === undefined),
  "update-lacks-steps": async (api) =>
    (await api.update(ids.active, {})).body.provisioningSteps === undefined,
  "retry-lacks-steps": async (api) => (await api.retry(ids.active)).body.provisioningSteps === undefined,
  "empty-steps-left-out": read(ids.stepless, (body) => body.provisioningSteps === undefined),
  "steps-in-reverse": hasOrder,
  "steps-sorted-by-id": hasOrder,
  "step-names-missing": steps(ids.active, (step) => step.name === undefined),
  "step-status-is-a-number": steps(ids.active, (step) => typeof step.status !== "string"),
  "step-error-is-an-object": steps(ids.installFailed, (step) => typeof step.error === "object"),
  "completed-at-missing": steps(ids.active, (step) => step.completedAt === undefined),
  "failed-step-lacks-completed-at": steps(ids.installFailed, (step) => step.completedAt === undefined),
  "absent-fields-are-null": read(ids.stepless, (body) => body.hostId === null),
  "absent-fields-are-empty": read(ids.stepless, (body) => body.hostId === ""),
  "absent-step-fields-are-null": steps(ids.provisioning, (step) => step.completedAt === null),
  "absent-step-error-is-empty": steps(ids.active, (step) => step.error !== undefined),
  "status-in-upper-case": hasWrongStatus,
  "status-says-ready": hasWrongStatus,
  "relay-address-without-scheme": read(ids.active, (body) => !URL.canParse(String(body.relayClientUrl))),
  "unknown-source-dropped": sourceIsCut,
  "unknown-source-fields-dropped": sourceIsCut,
  "record-in-an-envelope": read(ids.active, (body) => body.id !== ids.active),
};
