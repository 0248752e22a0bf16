import type { Computer } from "../computer.ts";
import { breaking, type Patch, replies, sends } from "../deviation.ts";
import type { ListFilter, Reply } from "../exchange.ts";

/** Leaves computers out of the list. */
const hides =
  (isHidden: (computer: Computer, filter: ListFilter) => boolean): Patch =>
  (right) => ({
    isListed: (computer, owner, filter) =>
      !isHidden(computer, filter) && right.isListed(computer, owner, filter),
  });

/** Orders the list otherwise. */
const orders = (compare: (one: Computer, other: Computer) => number): Patch => ({ compareListed: compare });

const byId = (one: Computer, other: Computer) => (one.id < other.id ? 1 : -1);

type List = { computers?: unknown[] } | null | undefined;
const listOf = ({ status, body }: Reply) => (status === 200 ? (body as List)?.computers : undefined);

/** Bugs of the list. */
export const listingBugs = {
  ...breaking("ComputerList.computers#1", {
    "list-oldest-first": orders((one, other) => one.createdAt - other.createdAt || -byId(one, other)),
    "list-by-update": (right) => {
      const updated: string[] = [];
      return {
        store(before, after) {
          updated.push(after.id);
          right.store(before, after);
        },
        compareListed: (one, other) =>
          updated.lastIndexOf(other.id) - updated.lastIndexOf(one.id) || right.compareListed(one, other),
      };
    },
  }),
  ...breaking("listComputers#1", {
    "list-by-name": orders((one, other) => (one.name < other.name ? -1 : 1)),
    "list-by-id-alone": orders(byId),
    "list-ties-by-id-ascending": orders((one, other) => other.createdAt - one.createdAt || -byId(one, other)),
    "list-capped-at-ten": (right) => ({
      listed: (owner, filter) => right.listed(owner, filter).slice(0, 10),
    }),
    "list-repeats-by-step": (right) => ({
      listed: (owner, filter) =>
        right.listed(owner, filter).flatMap((computer) => {
          const times = filter.withSteps ? Math.max(1, computer.provisioningSteps.length) : 1;
          return Array<Computer>(times).fill(computer);
        }),
    }),
    "list-hides-errors": hides(({ status }) => status === "error"),
    "list-hides-byom": hides(({ providerType }) => providerType === "byom"),
    "list-hides-unlinked": hides(({ hostId }) => hostId === undefined),
  }),
  ...breaking("listComputers.includeProvisioningSteps#1", {
    "list-drops-stepless": hides(
      ({ provisioningSteps }, { withSteps }) => withSteps && provisioningSteps.length === 0,
    ),
    "filter-drops-steps-flag": (right) => ({
      parseFilter(search) {
        const { hostId, withSteps } = right.parseFilter(search);
        return { hostId, withSteps: withSteps && hostId === undefined };
      },
    }),
    "steps-listed-for-false": {
      includesSteps: (flag) => flag !== undefined,
    },
    "listed-empty-steps-left-out": sends((sent, place) => {
      if (place === "list" && sent.provisioningSteps?.length === 0) delete sent.provisioningSteps;
    }),
    "listed-steps-empty-without-flag": sends((sent) => {
      sent.provisioningSteps ??= [];
    }),
  }),
  ...breaking("listComputers.200", {
    "list-is-a-bare-array": replies((reply) => {
      reply.body = listOf(reply) ?? reply.body;
    }),
    "empty-list-is-204": replies((reply) => {
      if (listOf(reply)?.length === 0) Object.assign(reply, { status: 204, body: undefined });
    }),
  }),
  ...breaking("ComputerList", {
    "empty-list-is-null": replies((reply) => {
      if (listOf(reply)?.length === 0) reply.body = { computers: null };
    }),
    "listed-record-shortened": sends((sent, place) => {
      if (place !== "list") return;
      for (const field of ["hostId", "hostname", "remoteUser", "computerSource"]) delete sent[field];
    }),
  }),
  ...breaking("ComputerSource", {
    "listed-source-flattened": sends((sent, place, { computerSource }) => {
      if (place === "list" && computerSource) sent.computerSource = computerSource.kind;
    }),
  }),
  ...breaking("listComputers.hostId", {
    "host-filter-ignored": { isLinked: () => true },
  }),
  ...breaking("listComputers.hostId#1", {
    "host-filter-keeps-unlinked": (right) => ({
      isLinked: (one, hostId) => one.hostId === undefined || right.isLinked(one, hostId),
    }),
    "host-filter-lags": (right) => {
      const linkedAt = new Map<string, number>();
      return {
        store(before, updated) {
          if (before.hostId !== updated.hostId) linkedAt.set(updated.id, Date.now());
          right.store(before, updated);
        },
        isListed: (computer, owner, filter) =>
          (filter.hostId === undefined || Date.now() - (linkedAt.get(computer.id) ?? 0) > 1000) &&
          right.isListed(computer, owner, filter),
      };
    },
    "host-filter-by-prefix": {
      isLinked: (computer, hostId) => computer.hostId?.slice(0, 8) === hostId.slice(0, 8).toLowerCase(),
    },
    "host-filter-case-matters": {
      isLinked: (computer, hostId) => computer.hostId === hostId,
    },
    "host-filter-trimmed": (right) => ({
      parseQuery: (search) =>
        right.parseQuery(search).map(([name, value]) => [name, name === "hostId" ? value.trim() : value]),
    }),
  }),
  ...breaking("Computer.provisioningSteps#1", {
    "steps-always-listed": {
      includesSteps: () => true,
    },
  }),
  ...breaking("listComputers", {
    "steps-never-listed": { includesSteps: () => false },
    "listed-steps-limited-to-first": sends((sent, place) => {
      if (place === "list") sent.provisioningSteps?.splice(1);
    }),
  }),
  ...breaking("listComputers.includeProvisioningSteps", {
    "listed-steps-summarised": sends((sent, place) => {
      if (place !== "list" || !sent.provisioningSteps) return;
      sent.provisioningSteps = sent.provisioningSteps.map(({ id, name, status }) => ({ id, name, status }));
    }),
  }),
};
