import { ProblemError } from "./problem.ts";
import { part } from "./world.ts";

/** An update of a computer. */
export const updates = part({
  /** Changes a computer of the owner, all fields together, or fails with 404 or 409. */
  async updateComputer(owner, id, changes) {
    const isEmpty = Object.keys(changes).length === 0;
    const computer = this.ownComputer(owner, id, isEmpty ? "empty update" : "update");
    const stored = this.storedChanges(changes);
    const conflict = this.updateConflict(computer, stored);
    if (conflict !== undefined) throw new ProblemError(conflict);
    // Nothing waits between the check and the write, so no other request can intervene.
    return this.commit(computer, stored);
  },

  /** Returns the changes as they are stored. */
  storedChanges(changes) {
    const { name, hostId, remoteUser } = changes;
    return {
      ...changes,
      ...(typeof name === "string" && { name: this.storedText(name, "name") }),
      ...(typeof hostId === "string" && { hostId: this.storedHost(hostId) }),
      ...(typeof remoteUser === "string" && { remoteUser: this.storedText(remoteUser, "remoteUser") }),
    };
  },

  storedText(text) {
    return text;
  },

  storedHost(hostId) {
    return hostId.toLowerCase();
  },

  commit(computer, changes) {
    const updated = this.updatedRecord(computer, changes);
    this.store(computer, updated);
    return updated;
  },

  updatedRecord(before, changes) {
    return { ...before, ...changes };
  },

  store(_before, updated) {
    this.computers.set(updated.id, updated);
  },
});
