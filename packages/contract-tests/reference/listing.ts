import { isOwn } from "./operations.ts";
import { part } from "./world.ts";

/** The list. */
export const listing = part({
  list({ filter }, owner) {
    return this.listed(owner, filter).map((computer) => this.present(computer, "list", filter.withSteps));
  },

  /** Returns the owner's computers that match a filter, newest first. */
  listed(owner, filter) {
    return [...this.computers.values()]
      .filter((computer) => this.isListed(computer, owner, filter))
      .sort((one, other) => this.compareListed(one, other));
  },

  isListed(computer, owner, { hostId }) {
    return isOwn(computer, owner) && (hostId === undefined || this.isLinked(computer, hostId));
  },

  isLinked(computer, hostId) {
    return computer.hostId !== undefined && this.isSameHost(computer.hostId, hostId);
  },

  compareListed(one, other) {
    return other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);
  },
});
