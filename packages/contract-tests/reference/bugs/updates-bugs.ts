import type { Computer, JsonObject, TextField } from "../computer.ts";
import { breaking, fail, leaves, type Patch, routes, without } from "../deviation.ts";
import { ProblemError, type ProblemKind } from "../problem.ts";
import { fields } from "../update-bodies.ts";

const readOnly: readonly string[] = [
  ...["id", "providerType", "createdAt", "hostname", "status", "provisioningSteps", "relayClientUrl"],
  ...["relayAgentUrl", "ownerPrincipalKind", "ownerId", "computerSource"],
];

/** Changes the bounds of a text field. */
const bounds =
  (field: TextField, change: { readonly min?: number; readonly max?: number }): Patch =>
  (right) => ({
    bounds: (one) => (one === field ? { ...right.bounds(one), ...change } : right.bounds(one)),
  });

/** Refuses texts of a field. */
const refuses =
  (field: TextField, isRefused: (text: string) => boolean): Patch =>
  (right) => ({
    textError: (text, one) =>
      one === field && isRefused(text) ? "is not accepted" : right.textError(text, one),
  });

/** Ignores members of the body. */
const ignores = (isIgnored: (key: string, value: unknown) => boolean): Patch =>
  maps((key, value) => (isIgnored(key, value) ? [] : [[key, value]]));

/** Reads members of the body otherwise. */
function maps(change: (key: string, value: unknown) => readonly (readonly [string, unknown])[]): Patch {
  return (right) => ({
    asObject: (value) =>
      Object.fromEntries(
        Object.entries(right.asObject(value)).flatMap(([key, member]) => change(key, member)),
      ),
  });
}

/** Takes some bodies that are not objects for an empty update. */
const takes =
  (isTaken: (value: unknown) => boolean, object: () => JsonObject = () => ({})): Patch =>
  (right) => ({ asObject: (value) => (isTaken(value) ? object() : right.asObject(value)) });

/** Refuses updates of computers in some state. */
const refusesWhile =
  (isRefused: (computer: Computer) => boolean, conflict: ProblemKind): Patch =>
  (right) => ({
    updateConflict: (computer, changes) =>
      isRefused(computer) ? conflict : right.updateConflict(computer, changes),
  });

/** Bugs in the body of an update and in what it changes. */
export const updatesBugs = {
  ...breaking("limits", {
    "name-of-64-accepted": bounds("name", { max: 64 }),
    "name-of-63-refused": bounds("name", { max: 62 }),
    "empty-name-accepted": bounds("name", { min: 0 }),
    "one-character-name-refused": bounds("name", { min: 2 }),
    "user-of-64-accepted": bounds("remoteUser", { max: 64 }),
    "user-of-63-refused": bounds("remoteUser", { max: 62 }),
    "user-over-32-refused": bounds("remoteUser", { max: 32 }),
    "user-length-unchecked": bounds("remoteUser", { max: Number.POSITIVE_INFINITY }),
    "empty-user-accepted": bounds("remoteUser", { min: 0 }),
    "one-character-user-refused": bounds("remoteUser", { min: 2 }),
    "name-limited-to-host-characters": refuses("name", (text) => !/^[a-z0-9-]+$/i.test(text)),
    "blank-name-refused": refuses("name", (text) => text.trim() === ""),
    "user-limited-to-posix-names": refuses("remoteUser", (text) => !/^[a-z_][a-z0-9_-]*$/.test(text)),
    "empty-text-ignored": ignores((key, value) => fields.includes(key) && value === ""),
  }),
  ...breaking("ComputerUpdate.name#1", {
    "length-in-utf16-units": {
      lengthOf: ({ length }) => length,
    },
  }),
  ...breaking("ComputerUpdate.remoteUser#1", {
    "length-in-bytes": {
      lengthOf: (text) => Buffer.byteLength(text),
    },
  }),
  ...breaking("limits#1", {
    "length-in-graphemes": {
      lengthOf: (text) => [...new Intl.Segmenter().segment(text)].length,
    },
    "name-outside-ascii-refused": refuses("name", (text) => /[^ -~]/.test(text)),
  }),
  ...breaking("ComputerUpdate#1", {
    "null-ignored": ignores((key, value) => fields.includes(key) && value === null),
    "null-clears-field": (right) => ({
      fieldError: (key, value) =>
        fields.includes(key) && value === null ? undefined : right.fieldError(key, value),
      updatedRecord: (before, changes) =>
        Object.fromEntries(
          Object.entries(right.updatedRecord(before, changes)).filter(([, value]) => value !== null),
        ) as unknown as Computer,
    }),
    "read-only-properties-written": (right) => ({
      fieldError: (key, value) => (readOnly.includes(key) ? undefined : right.fieldError(key, value)),
    }),
    "property-name-case-ignored": maps((key, value) => [
      [fields.find((one) => one.toLowerCase() === key.toLowerCase()) ?? key, value],
    ]),
  }),
  ...breaking("updateComputer.body#1", {
    "unknown-properties-ignored": ignores((key) => !fields.includes(key) && !readOnly.includes(key)),
    "read-only-properties-ignored": ignores((key) => readOnly.includes(key)),
    "empty-property-ignored": ignores((key) => key === ""),
    "proto-key-ignored": ignores((key) => key === "__proto__"),
    "empty-update-resets-user": leaves("updatedRecord", (updated, _before, changes) =>
      Object.keys(changes).length === 0 ? without(updated, "remoteUser") : updated,
    ),
    "array-taken-as-empty-object": takes(Array.isArray),
    "null-taken-as-empty-object": takes((value) => value === null),
    "scalar-body-is-500": takes((value) => typeof value !== "object", fail),
  }),
  ...breaking("ComputerUpdate", {
    "empty-update-refused": (right) => ({
      asObject(value) {
        const object = right.asObject(value);
        if (Object.keys(object).length > 0) return object;
        const errors = [{ pointer: "", message: "must have at least one property" }];
        throw new ProblemError("invalid-request", { errors });
      },
    }),
  }),
  ...breaking("updateComputer", {
    "absent-fields-cleared": leaves("updatedRecord", (updated, _before, { remoteUser }) =>
      remoteUser === undefined ? without(updated, "remoteUser") : updated,
    ),
  }),
  ...breaking("updateComputer#1", {
    "name-ignored-with-host": leaves("updatedRecord", (updated, { name }, { hostId }) =>
      hostId === undefined ? updated : { ...updated, name },
    ),
    "user-ignored-with-name": leaves("updatedRecord", (updated, { remoteUser }, { name }) => {
      if (name === undefined) return updated;
      return remoteUser === undefined ? without(updated, "remoteUser") : { ...updated, remoteUser };
    }),
    "update-refused-while-provisioning": refusesWhile(
      ({ status }) => status === "provisioning",
      "install-session-running",
    ),
    "update-refused-in-error": refusesWhile(({ status }) => status === "error", "earlier-step-not-completed"),
  }),
  ...breaking("updateComputer.body", {
    "numbers-coerced-to-text": maps((key, value) => [
      [key, ["number", "boolean"].includes(typeof value) ? String(value) : value],
    ]),
  }),
  ...breaking("OtherError#1", {
    "put-accepted": routes("computer", { PUT: "updateComputer" }),
  }),
};
