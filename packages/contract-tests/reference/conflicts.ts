import { isOwn } from "./operations.ts";
import { part } from "./world.ts";

/** What prevents an update: names and hosts are unique among one owner's computers, and a host is set once. */
export const conflicts = part({
  updateConflict(computer, { name, hostId }) {
    if (name !== undefined && this.isNameTaken(computer, name)) return "name-taken";
    return hostId === undefined ? undefined : this.hostConflict(computer, hostId);
  },

  isNameTaken(computer, name) {
    return this.competitors(computer).some((other) => this.isSameName(other.name, name));
  },

  isSameName(taken, name) {
    return taken === name;
  },

  hostConflict(computer, hostId) {
    const { hostId: current } = computer;
    if (current !== undefined && !this.isSameHost(current, hostId)) return "host-already-set";
    return this.isHostTaken(computer, hostId) ? "host-taken" : undefined;
  },

  isHostTaken(computer, hostId) {
    return this.competitors(computer).some((other) => this.isLinked(other, hostId));
  },

  isSameHost(one, other) {
    return one.toLowerCase() === other.toLowerCase();
  },

  /** Returns the owner's other computers. */
  competitors({ id, ownerId, ownerPrincipalKind: kind }) {
    const owner = { id: ownerId, kind };
    return [...this.computers.values()].filter((other) => other.id !== id && isOwn(other, owner));
  },
});
