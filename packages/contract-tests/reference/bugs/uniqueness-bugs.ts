import type { Changes } from "../computer.ts";
import { breaking, type Patch } from "../deviation.ts";

/** Converts an SQL LIKE pattern to a regular expression. */
export function likePattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "iu");
}

/** Takes other texts for UUIDs, or refuses some. */
const uuids =
  (isUuid: (text: string, right: boolean, place: "query" | "body") => boolean): Patch =>
  (right) => ({ isUuid: (text, place) => isUuid(text, right.isUuid(text, place), place) });

const withinText = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const randomUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Bugs of unique names, unique hosts and UUIDs. */
export const uniquenessBugs = {
  ...breaking("Computer.name#1", {
    "taken-name-unchecked": { isNameTaken: () => false },
    "own-name-refused": (right) => ({
      isNameTaken: (computer, name) => computer.name === name || right.isNameTaken(computer, name),
    }),
    "name-compared-by-pattern": {
      isSameName: (taken, name) => likePattern(name).test(taken),
    },
    "name-compared-by-prefix": {
      isSameName: (taken, name) => taken.startsWith(name),
    },
  }),
  ...breaking("ComputerUpdate.hostId", {
    "time-ordered-uuid-refused": uuids((text, right) => right && text[14] !== "7"),
    "largest-uuid-refused": uuids(
      (text, right, place) => right && !(place === "body" && /^[f-]+$/i.test(text)),
    ),
  }),
  ...breaking("listComputers.hostId", {
    "largest-uuid-unlisted": uuids(
      (text, right, place) => right && !(place === "query" && /^[f-]+$/i.test(text)),
    ),
  }),
  ...breaking("ComputerUpdate.hostId#1", {
    "own-host-beside-others-refused": (right) => ({
      updateConflict: (computer, changes) =>
        changes.hostId !== undefined && computer.hostId !== undefined && Object.keys(changes).length > 1
          ? "host-already-set"
          : right.updateConflict(computer, changes),
    }),
  }),
  ...breaking("ComputerUpdate.name#1", {
    "old-name-stays-taken": (right) => {
      const taken = new Set<string>();
      return {
        store(before, updated) {
          if (before.name !== updated.name) taken.add(`${before.ownerId} ${before.name}`);
          right.store(before, updated);
        },
        isNameTaken: (computer, name) =>
          taken.has(`${computer.ownerId} ${name}`) || right.isNameTaken(computer, name),
      };
    },
  }),
  ...breaking("updateComputer.409", {
    "refused-update-reserves-name": (right) => {
      const taken = new Set<string>();
      return {
        updateConflict(computer, changes) {
          const key = `${computer.ownerId} ${changes.name}`;
          const conflict = taken.has(key) ? "name-taken" : right.updateConflict(computer, changes);
          if (conflict !== undefined && changes.name !== undefined) taken.add(key);
          return conflict;
        },
      };
    },
  }),
  ...breaking("updateComputer", {
    "update-refused-without-changes": (right) => ({
      updateConflict(computer, changes) {
        const names = Object.keys(changes) as (keyof Changes)[];
        const isUnchanged = names.length > 0 && names.every((name) => computer[name] === changes[name]);
        return isUnchanged ? "name-taken" : right.updateConflict(computer, changes);
      },
    }),
    "user-taken-once": (right) => ({
      updateConflict(computer, changes) {
        const { remoteUser } = changes;
        const isTaken = right.competitors(computer).some((other) => other.remoteUser === remoteUser);
        return remoteUser && isTaken ? "name-taken" : right.updateConflict(computer, changes);
      },
    }),
  }),
  ...breaking("Computer.hostId#1", {
    "host-replaceable": {
      hostConflict(computer, hostId) {
        return this.isHostTaken(computer, hostId) ? "host-taken" : undefined;
      },
    },
  }),
  ...breaking("ComputerUpdate.hostId#1", {
    "same-host-refused": (right) => ({
      hostConflict: (computer, hostId) =>
        computer.hostId === undefined ? right.hostConflict(computer, hostId) : "host-already-set",
    }),
    "host-refused-for-managed": (right) => ({
      hostConflict: (computer, hostId) =>
        right.hostConflict(computer, hostId) ??
        (computer.providerType === "managed" ? "host-already-set" : undefined),
    }),
  }),
  ...breaking("ComputerUpdate.hostId", {
    "same-host-in-other-case-refused": (right) => ({
      storedHost: (hostId) => hostId,
      hostConflict: (computer, hostId) =>
        computer.hostId !== undefined && computer.hostId !== hostId
          ? "host-already-set"
          : right.hostConflict(computer, hostId),
    }),
    "taken-host-compared-by-case": (right) => ({
      storedHost: (hostId) => hostId,
      isHostTaken: (computer, hostId) => right.competitors(computer).some((other) => other.hostId === hostId),
    }),
    "any-text-taken-as-host": uuids((_text, right, place) => place === "body" || right),
    "unhyphenated-host-accepted": uuids(
      (text, right, place) => right || (place === "body" && /^\{?[0-9a-f-]{32,36}\}?$/i.test(text)),
    ),
    "upper-case-host-refused": uuids(
      (text, right, place) => right && !(place === "body" && /[A-F]/.test(text)),
    ),
    "only-random-uuids-accepted": uuids((text) => randomUuid.test(text)),
    "nil-uuid-refused": uuids((text, right) => right && !/^[0-]+$/.test(text)),
    "uuid-within-text-accepted": uuids((text) => withinText.test(text)),
    "line-end-after-uuid-accepted": (right) => ({
      isUuid: (text, place) => right.isUuid(text.replace(/\n$/, ""), place),
    }),
  }),
  ...breaking("updateComputer.409#1", {
    "taken-host-unchecked": {
      isHostTaken: () => false,
    },
  }),
};
