import type { queriesBugs } from "../bugs/queries-bugs.ts";
import { seedHosts as hosts, seedIds as ids } from "../seed-computers.ts";
import type { Probe, Probes } from "./api.ts";
import { idsOf, statusIsNot } from "./expectations.ts";

const accepted = (query: string): Probe => statusIsNot(400, (api) => api.list(query));
const refused = (query: string): Probe => statusIsNot(200, (api) => api.list(query));
const other = hosts.byom;
const flag = "includeProvisioningSteps";

/** Detects a list by host that contains anything but that host's computer. */
const isNotFiltered = (query: string): Probe => {
  return async (api) => idsOf(await api.list(query)).join() !== ids.active;
};

export const queriesProbes: Probes<typeof queriesBugs> = {
  "invalid-host-filter-matches-nothing": accepted("?hostId=nonsense"),
  "invalid-host-filter-ignored": accepted("?hostId=nonsense"),
  "blank-host-filter-ignored": accepted("?hostId="),
  "unhyphenated-filter-accepted": accepted(`?hostId=${hosts.active.replaceAll("-", "")}`),
  "any-flag-accepted": accepted(`?${flag}=yes`),
  "blank-flag-accepted": accepted(`?${flag}=`),
  "numeric-flag-accepted": accepted(`?${flag}=1`),
  "flag-case-ignored": accepted(`?${flag}=TRUE`),
  "repeated-host-takes-last": accepted(`?hostId=${hosts.active}&hostId=${other}`),
  "repeated-flag-takes-first": accepted(`?${flag}=true&${flag}=false`),
  "equal-repeats-accepted": accepted(`?${flag}=true&${flag}=true`),
  "unknown-query-refused": refused("?verbose=1"),
  "query-name-case-ignored": refused("?HOSTID=nonsense"),
  "query-names-not-decoded": isNotFiltered(`?host%49d=${hosts.active}`),
  "query-values-not-decoded": isNotFiltered(`?hostId=${hosts.active.replaceAll("-", "%2D")}`),
  "brackets-in-query-are-500": refused("?hostId[]=1"),
  "malformed-query-is-500": accepted("?hostId=%zz"),
};
