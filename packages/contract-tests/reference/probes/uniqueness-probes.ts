import type { uniquenessBugs } from "../bugs/uniqueness-bugs.ts";
import { seedHosts as hosts, seedIds as ids } from "../seed-computers.ts";
import type { Probes } from "./api.ts";
import { freeHost, statusIsNot, updateAccepted, updateRefused } from "./expectations.ts";

const isTaken = (changes: unknown, id: string = ids.template) =>
  statusIsNot(409, (api) => api.update(id, changes));
const upperCase = hosts.active.toUpperCase();

export const uniquenessProbes: Probes<typeof uniquenessBugs> = {
  "taken-name-unchecked": isTaken({ name: "staging-runner" }),
  "own-name-refused": updateRefused({ name: "docs-preview" }),
  "old-name-stays-taken": async (api) => {
    await api.update(ids.template, { name: "renamed" });
    return (await api.update(ids.active, { name: "docs-preview" })).status !== 200;
  },
  "refused-update-reserves-name": async (api) => {
    await api.update(ids.active, { name: "wanted", hostId: freeHost });
    return (await api.update(ids.template, { name: "wanted" })).status !== 200;
  },
  "name-compared-by-pattern": updateRefused({ name: "staging_runner" }),
  "name-compared-by-prefix": updateRefused({ name: "staging" }),
  "update-refused-without-changes": updateRefused({ remoteUser: "deploy" }),
  "user-taken-once": updateRefused({ remoteUser: "ada" }),
  "host-replaceable": isTaken({ hostId: freeHost }, ids.active),
  "same-host-refused": updateRefused({ hostId: hosts.active }, ids.active),
  "same-host-in-other-case-refused": updateRefused({ hostId: upperCase }, ids.active),
  "taken-host-unchecked": isTaken({ hostId: hosts.active }),
  "taken-host-compared-by-case": isTaken({ hostId: upperCase }),
  "host-refused-for-managed": updateRefused({ hostId: freeHost }),
  "any-text-taken-as-host": updateAccepted({ hostId: "nonsense" }),
  "unhyphenated-host-accepted": updateAccepted({ hostId: `{${freeHost}}` }),
  "upper-case-host-refused": updateRefused({ hostId: freeHost.toUpperCase() }),
  "only-random-uuids-accepted": updateRefused({ hostId: freeHost.replace("-4", "-7") }),
  "nil-uuid-refused": updateRefused({ hostId: "00000000-0000-0000-0000-000000000000" }),
  "uuid-within-text-accepted": updateAccepted({ hostId: `host-${freeHost}` }),
  "line-end-after-uuid-accepted": updateAccepted({ hostId: `${freeHost}\n` }),
};
