import { failedStep } from "../bugs/transitions-bugs.ts";
import { installDepsId, type Step } from "../computer.ts";
import { type Patch, sends, within } from "../deviation.ts";
import type { Sent } from "../exchange.ts";

const optionalFields = [
  ...["hostname", "relayClientUrl", "relayAgentUrl", "ownerPrincipalKind", "ownerId", "computerSource"],
];
const otherWords: Readonly<Record<Step["status"], string>> = {
  pending: "queued",
  running: "in_progress",
  completed: "succeeded",
  failed: "broken",
};

/** Sends other values of some fields. */
const shows = (fieldsOf: (sent: Sent) => Readonly<Record<string, unknown>>): Patch =>
  sends((sent) => Object.assign(sent, fieldsOf(sent)));

/** Variants in records, and in what install sessions do. */
export const recordVariants = {
  ...within("versioning#1", {
    "extra-fields": (right) => ({
      present(computer, place, withSteps) {
        const sent = right.present(computer, place, withSteps);
        for (const step of sent.provisioningSteps ?? []) step.attempts = 1;
        return { ...sent, labels: { team: "build", tier: null }, etag: 7 };
      },
      problemReply(exchange, problem) {
        const reply = right.problemReply(exchange, problem);
        const help = { url: "https://docs.example/errors" };
        return { ...reply, body: { ...(reply.body as object), code: 17, help } };
      },
    }),
  }),
  ...within("how-to-read-this-document", {
    "few-fields": sends((sent) => {
      for (const field of optionalFields) delete sent[field];
    }),
    "fields-that-count-reads": (right) => {
      let reads = 0;
      return {
        present(computer, place, withSteps) {
          reads += 1;
          const sent = right.present(computer, place, withSteps);
          for (const step of sent.provisioningSteps ?? []) step.reads = reads;
          return { ...sent, reads };
        },
      };
    },
    "status-never-sent": sends((sent) => {
      delete sent.status;
    }),
    "source-without-kind": shows(() => ({ computerSource: {} })),
  }),
  ...within("Computer.createdAt#1", {
    "fractional-times": shows(({ createdAt }) => ({ createdAt: Number(createdAt) + 0.25 })),
    "whole-second-times": {
      now: () => Math.floor(Date.now() / 1000) * 1000,
    },
  }),
  ...within("ComputerUpdate.hostId", {
    "host-in-upper-case": shows(({ hostId }) =>
      typeof hostId === "string" ? { hostId: hostId.toUpperCase() } : {},
    ),
    "host-kept-as-sent": {
      storedHost: (hostId) => hostId,
    },
  }),
  ...within("ComputerSource#1", {
    "unknown-source-kinds": shows(() => ({ computerSource: { kind: "marketplace", listing: { id: 9 } } })),
  }),
  ...within("Computer.ownerPrincipalKind#1", {
    "unknown-owner-kinds": shows(() => ({ ownerPrincipalKind: "team" })),
  }),
  ...within("ProvisioningStep.status#1", {
    "other-step-words": sends(({ provisioningSteps = [] }) => {
      for (const step of provisioningSteps) step.status = otherWords[step.status as Step["status"]];
    }),
  }),
  ...within("ProvisioningStep.installSessionId#1", {
    "numbered-sessions": () => {
      let count = 0;
      return {
        newSessionId() {
          count += 1;
          return String(count);
        },
      };
    },
  }),
  ...within("retryInstallDeps#1", {
    "sessions-end-at-once": {
      durationMs: () => 0,
    },
    "slow-sessions": {
      durationMs() {
        return this.installMs * 10;
      },
    },
  }),
  ...within("Computers#2", {
    "sessions-fail": (right) => ({
      endedStep(step) {
        const ended = right.endedStep(step);
        return step.id === installDepsId ? failedStep(ended) : ended;
      },
    }),
  }),
};
