import type { updatesBugs } from "../bugs/updates-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Probes } from "./api.ts";
import { freeHost, isTouched, statusIsNot, updateAccepted, updateRefused } from "./expectations.ts";

const grin = "\u{1f600}";
const familySize = 25;
const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";

export const updatesProbes: Probes<typeof updatesBugs> = {
  "name-of-64-accepted": updateAccepted({ name: "n".repeat(64) }),
  "name-of-63-refused": updateRefused({ name: "n".repeat(63) }),
  "empty-name-accepted": updateAccepted({ name: "" }),
  "one-character-name-refused": updateRefused({ name: "n" }),
  "user-of-64-accepted": updateAccepted({ remoteUser: "u".repeat(64) }),
  "user-of-63-refused": updateRefused({ remoteUser: "u".repeat(63) }),
  "user-over-32-refused": updateRefused({ remoteUser: "u".repeat(33) }),
  "user-length-unchecked": updateAccepted({ remoteUser: "u".repeat(500) }),
  "empty-user-accepted": updateAccepted({ remoteUser: "" }),
  "one-character-user-refused": updateRefused({ remoteUser: "u" }),
  "length-in-utf16-units": updateRefused({ name: grin.repeat(63) }),
  "length-in-bytes": updateRefused({ name: "ü".repeat(63) }),
  "length-in-graphemes": updateAccepted({ name: family.repeat(familySize) }),
  "name-limited-to-host-characters": updateRefused({ name: "build box!" }),
  "name-outside-ascii-refused": updateRefused({ name: "über" }),
  "blank-name-refused": updateRefused({ name: "  " }),
  "user-limited-to-posix-names": updateRefused({ remoteUser: "DOMAIN\\Ada" }),
  "empty-text-ignored": updateAccepted({ name: "" }),
  "null-ignored": updateAccepted({ name: null }),
  "null-clears-field": updateAccepted({ remoteUser: null }),
  "unknown-properties-ignored": updateAccepted({ nmae: "typo" }),
  "read-only-properties-ignored": updateAccepted({ status: "error" }),
  "read-only-properties-written": updateAccepted({ status: "error" }),
  "property-name-case-ignored": updateAccepted({ Name: "renamed" }),
  "empty-property-ignored": updateAccepted({ "": 1 }),
  "proto-key-ignored": statusIsNot(400, (api) => api.send(ids.active, '{"__proto__":{"name":"x"}}')),
  "empty-update-refused": updateRefused({}),
  "empty-update-resets-user": isTouched("remoteUser", ids.active, (api, id) => api.update(id, {})),
  "absent-fields-cleared": isTouched("remoteUser", ids.active, (api, id) =>
    api.update(id, { name: "renamed" }),
  ),
  "name-ignored-with-host": async (api) => {
    const { body } = await api.update(ids.template, { name: "renamed", hostId: freeHost });
    return body.name !== "renamed";
  },
  "user-ignored-with-name": async (api) => {
    const { body } = await api.update(ids.template, { name: "renamed", remoteUser: "other" });
    return body.remoteUser !== "other";
  },
  "array-taken-as-empty-object": updateAccepted([]),
  "null-taken-as-empty-object": updateAccepted(null),
  "scalar-body-is-500": updateAccepted(7),
  "numbers-coerced-to-text": updateAccepted({ name: 7 }),
  "update-refused-while-provisioning": updateRefused({ name: "renamed" }, ids.provisioning),
  "update-refused-in-error": updateRefused({ name: "renamed" }, ids.installFailed),
  "put-accepted": statusIsNot(405, (api) =>
    api.call("PUT", `/api/v0/computers/${ids.active}`, {
      content: "{}",
      headers: { "Content-Type": "application/json" },
    }),
  ),
};
