import type { twoOwnersBugs } from "../bugs/two-owners-bugs.ts";
import { seedHosts as hosts, seedIds as ids } from "../seed-computers.ts";
import type { Probe, Probes } from "./api.ts";
import { idsOf, statusIsNot, updateRefused } from "./expectations.ts";

/** Detects a foreign computer in a list. */
const lists = (query: string): Probe => {
  return async (api) => idsOf(await api.list(query)).includes(ids.otherActive);
};

export const twoOwnersProbes: Probes<typeof twoOwnersBugs> = {
  "list-ignores-owner": lists(""),
  "filtered-list-ignores-owner": lists(`?hostId=${hosts.otherActive}`),
  "list-with-steps-ignores-owner": lists("?includeProvisioningSteps=true"),
  "list-cache-shared": async (api) => {
    await api.foreign.list();
    return idsOf(await api.list()).includes(ids.otherActive);
  },
  "get-ignores-owner": statusIsNot(404, (api) => api.get(ids.otherActive)),
  "head-ignores-owner": statusIsNot(404, (api) => api.head(ids.otherActive)),
  "update-ignores-owner": statusIsNot(404, (api) => api.update(ids.otherActive, { name: "stolen" })),
  "empty-update-ignores-owner": statusIsNot(404, (api) => api.update(ids.otherActive, {})),
  "retry-ignores-owner": statusIsNot(404, (api) => api.retry(ids.otherFailed)),
  "foreign-conflict-told": statusIsNot(404, (api) => api.retry(ids.otherStepless)),
  "foreign-record-is-403": statusIsNot(404, (api) => api.get(ids.otherActive)),
  "foreign-record-told-apart": async (api) => {
    const [foreign, missing] = await Promise.all([api.get(ids.otherActive), api.get("cmp_missing")]);
    return foreign.body.detail !== missing.body.detail;
  },
  "name-unique-across-owners": updateRefused({ name: "foreign-tests" }),
  "host-unique-across-owners": updateRefused({ hostId: hosts.otherActive }),
};
