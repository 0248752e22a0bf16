import { breaking, leaves, without } from "../deviation.ts";

/** Bugs in fields that a request should not affect. */
export const unrelatedFieldsBugs = {
  ...breaking("updateComputer", {
    "update-touches-creation": leaves("updatedRecord", (updated) => ({ ...updated, createdAt: Date.now() })),
    "update-drops-steps": leaves("updatedRecord", (updated) => ({ ...updated, provisioningSteps: [] })),
    "update-drops-sessions": leaves("updatedRecord", (updated) => ({
      ...updated,
      provisioningSteps: updated.provisioningSteps.map(({ installSessionId: _dropped, ...step }) => step),
    })),
    "update-drops-source": leaves("updatedRecord", (updated) => without(updated, "computerSource")),
    "update-hits-every-computer": (right) => ({
      store(before, updated) {
        right.store(before, updated);
        const { remoteUser } = updated;
        if (remoteUser === undefined) return;
        for (const other of right.competitors(updated))
          right.computers.set(other.id, { ...other, remoteUser });
      },
    }),
    "rename-changes-hostname": leaves("updatedRecord", (updated, { hostname }, { name }) =>
      name && hostname ? { ...updated, hostname: `${name}.internal` } : updated,
    ),
    "rename-changes-relays": leaves("updatedRecord", (updated, { relayClientUrl }, { name }) =>
      name && relayClientUrl
        ? { ...updated, relayClientUrl: `wss://relay.example.com/client/${encodeURIComponent(name)}` }
        : updated,
    ),
    "rename-drops-relay": leaves("updatedRecord", (updated, _before, { name }) =>
      name ? without(updated, "relayClientUrl") : updated,
    ),
    "rename-drops-user": leaves("updatedRecord", (updated, _before, { name, remoteUser }) =>
      name && !remoteUser ? without(updated, "remoteUser") : updated,
    ),
    "user-change-drops-host": leaves("updatedRecord", (updated, _before, { remoteUser, hostId }) =>
      remoteUser && !hostId ? without(updated, "hostId") : updated,
    ),
    "link-changes-hostname": leaves("updatedRecord", (updated, _before, { hostId }) =>
      hostId ? { ...updated, hostname: `${hostId}.internal` } : updated,
    ),
  }),
  ...breaking("ComputerSource#1", {
    "update-flattens-source": leaves("updatedRecord", (updated) => {
      const { kind, templateId } = updated.computerSource ?? {};
      if (kind === undefined) return updated;
      return { ...updated, computerSource: { kind, ...(templateId !== undefined && { templateId }) } };
    }),
  }),
  ...breaking("Computers#2", {
    "update-activates-computer": leaves("updatedRecord", (updated) => ({ ...updated, status: "active" })),
    "link-starts-provisioning": leaves("updatedRecord", (updated, _before, { hostId }) =>
      hostId ? { ...updated, status: "provisioning" } : updated,
    ),
    "finished-install-drops-user": (right) => ({
      settle: (ended) => without(right.settle(ended), "remoteUser"),
    }),
  }),
  ...breaking("retryInstallDeps#1", {
    "retry-drops-host": leaves("startedRecord", (started) => without(started, "hostId")),
    "retry-drops-source": leaves("startedRecord", (started) => without(started, "computerSource")),
    "retry-drops-user": leaves("startedRecord", (started) => without(started, "remoteUser")),
    "retry-touches-creation": leaves("startedRecord", (started) => ({ ...started, createdAt: Date.now() })),
  }),
};
