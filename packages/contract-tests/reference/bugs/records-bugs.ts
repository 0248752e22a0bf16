import { breaking, type Patch, replies, sends } from "../deviation.ts";
import type { Place, Sent } from "../exchange.ts";

const stepsOf = (sent: Sent) => sent.provisioningSteps ?? [];

/** Changes every step that is sent. */
const sendsSteps = (change: (step: Record<string, unknown>) => void): Patch =>
  sends((sent) => stepsOf(sent).forEach(change));

const lacksSteps = (where: Place): Patch =>
  sends((sent, place) => {
    if (place === where) delete sent.provisioningSteps;
  });

/** Bugs in the shape of a record. */
export const recordsBugs = {
  ...breaking("getComputer", {
    "get-returns-another-computer": {
      getComputer(owner, id, purpose) {
        const asked = this.ownComputer(owner, id, purpose);
        const [newest = asked] = this.listed(owner, { hostId: undefined, withSteps: true });
        return this.present(newest, "get");
      },
    },
  }),
  ...breaking("getComputer#1", {
    "get-lacks-steps": lacksSteps("get"),
    "empty-steps-left-out": sends((sent, place) => {
      if (place !== "list" && stepsOf(sent).length === 0) delete sent.provisioningSteps;
    }),
  }),
  ...breaking("Computer.provisioningSteps#1", {
    "update-lacks-steps": lacksSteps("update"),
    "retry-lacks-steps": lacksSteps("retry"),
  }),
  ...breaking("Computer.provisioningSteps", {
    "steps-in-reverse": sends((sent) => {
      stepsOf(sent).reverse();
    }),
    "steps-sorted-by-id": sends((sent) => {
      stepsOf(sent).sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
    }),
  }),
  ...breaking("ProvisioningStep#1", {
    "step-names-missing": sendsSteps((step) => {
      delete step.name;
    }),
  }),
  ...breaking("ProvisioningStep.status#1", {
    "step-status-is-a-number": sendsSteps((step) => {
      step.status = ["pending", "running", "completed"].indexOf(String(step.status));
    }),
  }),
  ...breaking("ProvisioningStep", {
    "step-error-is-an-object": sendsSteps((step) => {
      if (step.error) step.error = { message: step.error };
    }),
    "absent-step-fields-are-null": sendsSteps((step) => {
      step.completedAt ??= null;
    }),
  }),
  ...breaking("ProvisioningStep.completedAt#1", {
    "completed-at-missing": sendsSteps((step) => {
      if (step.status === "completed") delete step.completedAt;
    }),
    "failed-step-lacks-completed-at": sendsSteps((step) => {
      if (step.status === "failed") delete step.completedAt;
    }),
  }),
  ...breaking("Computer", {
    "absent-fields-are-null": sends((sent) => {
      for (const field of ["hostId", "hostname", "remoteUser", "relayClientUrl", "computerSource"])
        sent[field] ??= null;
    }),
    "relay-address-without-scheme": sends((sent) => {
      if (sent.relayClientUrl) sent.relayClientUrl = String(sent.relayClientUrl).replace(/^wss:/, "");
    }),
  }),
  ...breaking("Computer.hostId#1", {
    "absent-fields-are-empty": sends((sent) => {
      for (const field of ["hostId", "relayClientUrl"]) sent[field] ??= "";
    }),
  }),
  ...breaking("ProvisioningStep.error#1", {
    "absent-step-error-is-empty": sendsSteps((step) => {
      step.error ??= "";
    }),
  }),
  ...breaking("Computer.status#1", {
    "status-in-upper-case": sends((sent) => {
      sent.status = String(sent.status).toUpperCase();
    }),
    "status-says-ready": sends((sent) => {
      if (sent.status === "active") sent.status = "ready";
    }),
  }),
  ...breaking("Computer.ownerPrincipalKind#1", {
    "owner-kind-is-a-number": sends((sent) => {
      sent.ownerPrincipalKind = 1;
    }),
  }),
  ...breaking("ComputerSource.kind#1", {
    "source-kind-is-a-number": sends((sent, _place, { computerSource }) => {
      if (computerSource) sent.computerSource = { ...computerSource, kind: 1 };
    }),
  }),
  ...breaking("ComputerSource#1", {
    // Get returns them, because a source that no response shows cannot be known to exist.
    "unknown-source-dropped": sends((sent, place, { computerSource }) => {
      if (place === "list" && computerSource?.kind !== "template") delete sent.computerSource;
    }),
    "unknown-source-fields-dropped": sends((sent, place, { computerSource }) => {
      const { kind, templateId } = computerSource ?? {};
      if (place === "list" && kind) sent.computerSource = templateId ? { kind, templateId } : { kind };
    }),
  }),
  ...breaking("getComputer.200", {
    "record-in-an-envelope": replies((reply, { operation }) => {
      if (operation === "getComputer" && reply.status === 200) reply.body = { computer: reply.body };
    }),
  }),
};
