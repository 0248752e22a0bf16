import type { Computer, Step } from "./computer.ts";
import { recordEffects } from "./record-effects.ts";
import type { Place, Sent } from "./sent-record.ts";
import { switchedOn } from "./switched.ts";
import type { World } from "./world.ts";

const otherWords: Readonly<Record<Step["status"], string>> = {
  pending: "queued",
  running: "in_progress",
  completed: "succeeded",
  failed: "broken",
};

/** Creates the JSON of a computer. */
export function presentComputer(world: World, computer: Computer, place: Place, withSteps = true): Sent {
  const { provisioningSteps, ...rest } = computer;
  const sent: Sent = { ...rest };
  if (withSteps) sent.provisioningSteps = provisioningSteps.map((step) => presentStep(world, step));
  varyRecord(world, sent);
  for (const effect of switchedOn(world, recordEffects)) effect(sent, { world, computer, place });
  return sent;
}

function presentStep(world: World, step: Step): Record<string, unknown> {
  const sent: Record<string, unknown> = { ...step };
  if (world.variant("other-step-words")) sent.status = otherWords[step.status];
  if (world.variant("extra-fields")) sent.attempts = 1;
  return sent;
}

/** Changes a record according to the active variants. */
function varyRecord(world: World, sent: Sent): void {
  if (world.variant("extra-fields")) {
    sent.labels = { team: "build", tier: null };
    sent.etag = 7;
  }
  if (world.variant("fractional-times")) sent.createdAt = Number(sent.createdAt) + 0.25;
  if (world.variant("host-in-upper-case") && typeof sent.hostId === "string") {
    sent.hostId = sent.hostId.toUpperCase();
  }
  if (world.variant("unknown-source-kinds"))
    sent.computerSource = { kind: "marketplace", listing: { id: 9 } };
  if (world.variant("source-without-kind")) sent.computerSource = {};
  if (world.variant("unknown-owner-kinds")) sent.ownerPrincipalKind = "team";
  if (world.variant("few-fields")) {
    const optional = [
      "hostname",
      "relayClientUrl",
      "relayAgentUrl",
      "ownerPrincipalKind",
      "ownerId",
      "computerSource",
    ];
    for (const field of optional) delete sent[field];
  }
}
