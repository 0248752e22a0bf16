import type { Computer } from "../computer.ts";
import { breaking, fail, type Patch } from "../deviation.ts";
import { ProblemError } from "../problem.ts";
import { later, pause, type World } from "../world.ts";
import { refusesRetry } from "./refusals.ts";

/** The stored record, which may be newer than the one that was read. */
const current = (right: World, read: { readonly id: string }) => right.computers.get(read.id);

/** Replaces a retry that arrives right after an accepted one. */
const afterRetry =
  (act: (computer: Computer) => Computer): Patch =>
  (right) => {
    const times = new Map<string, number>();
    const isRecent = ({ id }: Computer) => Date.now() - (times.get(id) ?? 0) < 100;
    return {
      retryConflict: (computer) => (isRecent(computer) ? undefined : right.retryConflict(computer)),
      startSession(computer) {
        if (isRecent(computer)) return act(computer);
        times.set(computer.id, Date.now());
        return right.startSession(computer);
      },
    };
  };

/** Bugs of requests at the same moment. */
export const concurrencyBugs = {
  ...breaking("retryInstallDeps#1", {
    "parallel-retries-both-accepted": (right) => ({
      async startSession(computer) {
        await pause();
        return right.startSession(current(right, computer) ?? computer);
      },
    }),
    "parallel-retries-merged": afterRetry((computer) => computer),
    "one-session-per-service": refusesRetry((_computer, { computers }) =>
      [...computers.values()].some(({ provisioningSteps }) =>
        provisioningSteps.some(({ id, status }) => id === "install-deps" && status === "running"),
      ),
    ),
  }),
  ...breaking("retryInstallDeps.409#1", {
    "lost-retry-race-is-500": afterRetry(fail),
  }),
  ...breaking("updateComputer.409#1", {
    "parallel-renames-share-name": (right) => ({
      async commit(computer, changes) {
        if (changes.name !== undefined) await pause();
        return right.commit(current(right, computer) ?? computer, changes);
      },
    }),
    "lost-name-race-is-500": (right) => ({
      async commit(computer, changes) {
        const { name } = changes;
        if (name !== undefined) await pause();
        if (name !== undefined && right.isNameTaken(computer, name)) fail();
        return right.commit(current(right, computer) ?? computer, changes);
      },
    }),
  }),
  ...breaking("ComputerUpdate.hostId#1", {
    "parallel-links-share-host": (right) => ({
      async commit(read, changes) {
        if (changes.hostId !== undefined) await pause();
        const computer = current(right, read) ?? read;
        const isSet = changes.hostId && right.hostConflict(computer, changes.hostId) === "host-already-set";
        if (isSet) throw new ProblemError("host-already-set");
        return right.commit(computer, changes);
      },
    }),
  }),
  ...breaking("Computer.hostId#1", {
    "parallel-links-replace-host": (right) => ({
      async commit(computer, changes) {
        if (changes.hostId !== undefined) await pause();
        if (changes.hostId && right.hostConflict(computer, changes.hostId))
          throw new ProblemError("host-taken");
        return right.commit(current(right, computer) ?? computer, changes);
      },
    }),
  }),
  ...breaking("updateComputer", {
    "parallel-updates-lose-one": (right) => ({
      async commit(read, changes) {
        await pause();
        const { status, provisioningSteps } = current(right, read) ?? read;
        return right.commit({ ...read, status, provisioningSteps }, changes);
      },
    }),
    "finished-install-reverts-update": (right) => ({
      endSession: (_current, started) => right.endSession(started, started),
    }),
    "update-stored-later": (right) => ({
      store: (before, updated) => later(right, 100, () => right.store(before, updated)),
    }),
  }),
  ...breaking("Computers#2", {
    "update-reverts-finished-install": (right) => ({
      async commit(read, changes) {
        await pause(right.installMs + 100);
        const { status, provisioningSteps } = read;
        return right.commit({ ...(current(right, read) ?? read), status, provisioningSteps }, changes);
      },
    }),
  }),
  ...breaking("updateComputer.409", {
    "refused-update-shown-briefly": (right) => ({
      async updateComputer(owner, id, changes) {
        const before = right.ownComputer(owner, id, "update");
        const stored = right.storedChanges(changes);
        if (right.updateConflict(before, stored) !== undefined) {
          right.store(before, right.updatedRecord(before, stored));
          await pause();
          right.store(before, before);
        }
        return right.updateComputer(owner, id, changes);
      },
    }),
  }),
  ...breaking("updateComputer#1", {
    "update-visible-by-halves": (right) => ({
      async commit(computer, changes) {
        const updated = right.updatedRecord(computer, changes);
        right.computers.set(computer.id, { ...computer, name: updated.name });
        await pause();
        right.store(computer, updated);
        return updated;
      },
    }),
  }),
  ...breaking("authentication#1", {
    "principal-kept-in-global": (right) => {
      let principal: Parameters<World["perform"]>[0]["principal"];
      return {
        async perform(exchange) {
          principal = exchange.principal;
          await pause();
          return right.perform({ ...exchange, principal });
        },
      };
    },
  }),
  ...breaking("listComputers.includeProvisioningSteps#1", {
    "steps-flag-kept-in-global": (right) => {
      let withSteps = false;
      return {
        async perform(exchange) {
          if (exchange.operation === "listComputers") {
            ({ withSteps } = exchange.filter);
            await pause();
          }
          return right.perform({ ...exchange, filter: { ...exchange.filter, withSteps } });
        },
      };
    },
  }),
  ...breaking("Unavailable", {
    "refused-update-keeps-lock": (right) => {
      const locked = new Set<string>();
      return {
        updateConflict(computer, changes) {
          if (locked.has(computer.id))
            throw new ProblemError("unavailable", { headers: { "Retry-After": "1" } });
          const conflict = right.updateConflict(computer, changes);
          if (conflict !== undefined) locked.add(computer.id);
          return conflict;
        },
      };
    },
  }),
};
