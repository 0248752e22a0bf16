import type { listingBugs } from "../bugs/listing-bugs.ts";
import { seedHosts as hosts, seedIds as ids, seedComputers } from "../seed-computers.ts";
import type { Api, Probe, Probes } from "./api.ts";
import { freeHost, idsOf, listed, statusIsNot } from "./expectations.ts";

const withSteps = "?includeProvisioningSteps=true";

/** The IDs of the first owner's computers in the correct order. */
const rightOrder = seedComputers()
  .filter(({ ownerId }) => ownerId === "usr_ada")
  .sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1))
  .map(({ id }) => id);

/** Detects a list with the wrong IDs. */
function idsAreNot(
  right: readonly string[],
  query = "",
  before: (api: Api) => Promise<unknown> = async () => {},
): Probe {
  return async (api) => {
    await before(api);
    return idsOf(await api.list(query)).join() !== right.join();
  };
}

/** Detects listed steps that differ from those of get. */
const stepsDiffer = (id: string): Probe => {
  return async (api) => {
    const [list, read] = await Promise.all([api.list(withSteps), api.get(id)]);
    const steps = listed(list, id)?.provisioningSteps;
    return JSON.stringify(steps) !== JSON.stringify(read.body.provisioningSteps);
  };
};

const stepsListed = (query: string): Probe => {
  return async (api) =>
    (await api.list(query)).body.computers.some((computer) => "provisioningSteps" in computer);
};

const emptyList = (api: Api) => api.list("?hostId=00000000-0000-4000-8000-000000000000");

/** Detects a listed record that differs from get's in more than its steps. */
const recordDiffers: Probe = async (api) => {
  const [list, read] = await Promise.all([api.list(withSteps), api.get(ids.active)]);
  return JSON.stringify(listed(list, ids.active)) !== JSON.stringify(read.body);
};

export const listingProbes: Probes<typeof listingBugs> = {
  "list-oldest-first": idsAreNot(rightOrder),
  "list-by-name": idsAreNot(rightOrder),
  "list-by-id-alone": idsAreNot(rightOrder),
  "list-by-update": idsAreNot(rightOrder, "", (api) => api.update(ids.stepless, { name: "renamed" })),
  "list-ties-by-id-ascending": idsAreNot(rightOrder),
  "list-capped-at-ten": idsAreNot(rightOrder),
  "list-repeats-by-step": idsAreNot(rightOrder, withSteps),
  "list-drops-stepless": idsAreNot(rightOrder, withSteps),
  "list-hides-errors": idsAreNot(rightOrder),
  "list-hides-byom": idsAreNot(rightOrder),
  "list-hides-unlinked": idsAreNot(rightOrder),
  "list-is-a-bare-array": async (api) => (await api.list()).body.computers === undefined,
  "empty-list-is-null": async (api) => !Array.isArray((await emptyList(api)).body.computers),
  "empty-list-is-204": statusIsNot(200, emptyList),
  "listed-record-shortened": recordDiffers,
  "listed-source-flattened": async (api) => {
    const source = listed(await api.list(), ids.template)?.computerSource;
    return source?.templateId !== "tpl_static_site";
  },
  "host-filter-ignored": idsAreNot([ids.active], `?hostId=${hosts.active}`),
  "host-filter-keeps-unlinked": idsAreNot([ids.active], `?hostId=${hosts.active}`),
  "host-filter-lags": idsAreNot([ids.template], `?hostId=${freeHost}`, (api) =>
    api.update(ids.template, { hostId: freeHost }),
  ),
  "host-filter-by-prefix": idsAreNot([], `?hostId=${hosts.active.slice(0, -1)}3`),
  "host-filter-case-matters": idsAreNot([ids.active], `?hostId=${hosts.active.toUpperCase()}`),
  "host-filter-trimmed": statusIsNot(400, (api) => api.list(`?hostId=%20${hosts.active}`)),
  "filter-drops-steps-flag": async (api) => {
    const list = await api.list(`${withSteps}&hostId=${hosts.active}`);
    return listed(list, ids.active)?.provisioningSteps === undefined;
  },
  "steps-always-listed": stepsListed(""),
  "steps-never-listed": stepsDiffer(ids.active),
  "steps-listed-for-false": stepsListed("?includeProvisioningSteps=false"),
  "listed-empty-steps-left-out": stepsDiffer(ids.stepless),
  "listed-steps-empty-without-flag": stepsListed(""),
  "listed-steps-summarised": stepsDiffer(ids.active),
  "listed-steps-limited-to-first": stepsDiffer(ids.active),
};
