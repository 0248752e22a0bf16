import type { Changes, Computer } from "./computer.ts";
import type { Effects } from "./switched.ts";

interface Update {
  readonly before: Computer;
  readonly updated: Computer;
  readonly changes: Changes;
}

/** Returns the computer without one of its optional fields. */
export function without(
  computer: Computer,
  field: "hostId" | "hostname" | "remoteUser" | "computerSource",
): Computer {
  const { [field]: _dropped, ...rest } = computer;
  return rest;
}

/** The effects of bugs on an updated record. */
export const updateEffects: Effects<(update: Update) => Computer> = {
  "absent-fields-cleared": ({ updated, changes }) =>
    changes.remoteUser === undefined ? without(updated, "remoteUser") : updated,
  "update-touches-creation": ({ updated }) => ({ ...updated, createdAt: Date.now() }),
  "update-drops-steps": ({ updated }) => ({ ...updated, provisioningSteps: [] }),
  "update-drops-sessions": ({ updated }) => ({
    ...updated,
    provisioningSteps: updated.provisioningSteps.map(({ installSessionId: _dropped, ...step }) => step),
  }),
  "update-drops-source": ({ updated }) => without(updated, "computerSource"),
  "update-flattens-source": ({ updated }) => {
    const { kind, templateId } = updated.computerSource ?? {};
    if (kind === undefined) return updated;
    return { ...updated, computerSource: { kind, ...(templateId !== undefined && { templateId }) } };
  },
  "update-activates-computer": ({ updated }) => ({ ...updated, status: "active" }),
  "rename-changes-hostname": ({ updated, changes }) =>
    changes.name === undefined || !updated.hostname
      ? updated
      : { ...updated, hostname: `${changes.name}.internal` },
  "rename-drops-user": ({ updated, changes }) =>
    changes.name === undefined || changes.remoteUser ? updated : without(updated, "remoteUser"),
  "rename-changes-relays": ({ updated, changes }) =>
    changes.name === undefined || !updated.relayClientUrl
      ? updated
      : { ...updated, relayClientUrl: `wss://relay.example.com/client/${encodeURIComponent(changes.name)}` },
  "user-change-drops-host": ({ updated, changes }) =>
    changes.remoteUser === undefined || changes.hostId ? updated : without(updated, "hostId"),
  "link-starts-provisioning": ({ updated, changes }) =>
    changes.hostId === undefined ? updated : { ...updated, status: "provisioning" },
  "link-changes-hostname": ({ updated, changes }) =>
    changes.hostId === undefined ? updated : { ...updated, hostname: `${changes.hostId}.internal` },
  "empty-update-resets-user": ({ updated, changes }) =>
    Object.keys(changes).length === 0 ? without(updated, "remoteUser") : updated,
  "name-ignored-with-host": ({ before, updated, changes }) =>
    changes.hostId === undefined ? updated : { ...updated, name: before.name },
  "user-ignored-with-name": ({ before, updated, changes }) => {
    if (changes.name === undefined || changes.remoteUser === undefined) return updated;
    const { remoteUser } = before;
    return remoteUser === undefined ? without(updated, "remoteUser") : { ...updated, remoteUser };
  },
};
