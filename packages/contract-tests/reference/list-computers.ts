import type { Computer } from "./computer.ts";
import type { Principal } from "./credentials.ts";
import type { ListFilter } from "./exchange.ts";
import { isOwn } from "./own-computer.ts";
import { isSameHost } from "./uuid.ts";
import type { World } from "./world.ts";

/** Returns the owner's computers that match a filter, newest first. */
export function listComputers(world: World, owner: Principal, filter: ListFilter): readonly Computer[] {
  const listed = [...world.computers.values()]
    .filter((computer) => isOwn(computer, owner) || forgetsOwner(world, filter))
    .filter((computer) => isLinked(world, computer, filter.hostId))
    .filter((computer) => !isLost(world, computer, filter))
    .sort((one, other) => compare(world, one, other));
  const repeated = filter.withSteps && world.bug("list-repeats-by-step");
  const rows = repeated
    ? listed.flatMap((computer) => Array(Math.max(1, computer.provisioningSteps.length)).fill(computer))
    : listed;
  return world.bug("list-capped-at-ten") ? rows.slice(0, 10) : rows;
}

function forgetsOwner(world: World, filter: ListFilter): boolean {
  if (world.bug("list-ignores-owner")) return true;
  if (filter.withSteps && world.bug("list-with-steps-ignores-owner")) return true;
  return filter.hostId !== undefined && world.bug("filtered-list-ignores-owner");
}

function isLinked(world: World, computer: Computer, hostId: string | undefined): boolean {
  if (hostId === undefined || world.bug("host-filter-ignored")) return true;
  if (computer.hostId === undefined) return world.bug("host-filter-keeps-unlinked");
  const linkedMs = Date.now() - (world.flaws.linkedAt.get(computer.id) ?? 0);
  if (world.bug("host-filter-lags") && linkedMs < 1000) return false;
  if (world.bug("host-filter-case-matters")) return computer.hostId === hostId;
  if (world.bug("host-filter-by-prefix")) return isSameHost(computer.hostId.slice(0, 8), hostId.slice(0, 8));
  return isSameHost(computer.hostId, hostId);
}

/** Whether a wrong query loses the computer. */
function isLost(world: World, computer: Computer, filter: ListFilter): boolean {
  if (world.bug("list-hides-errors") && computer.status === "error") return true;
  if (world.bug("list-hides-byom") && computer.providerType === "byom") return true;
  if (world.bug("list-hides-unlinked") && computer.hostId === undefined) return true;
  const isStepless = computer.provisioningSteps.length === 0;
  return filter.withSteps && isStepless && world.bug("list-drops-stepless");
}

function compare(world: World, one: Computer, other: Computer): number {
  const byId = one.id < other.id ? 1 : -1;
  if (world.bug("list-oldest-first")) return one.createdAt - other.createdAt || -byId;
  if (world.bug("list-by-name")) return one.name < other.name ? -1 : 1;
  if (world.bug("list-by-id-alone")) return byId;
  if (world.bug("list-by-update")) {
    const newestOf = ({ id }: Computer) => world.flaws.updates.get(id) ?? 0;
    const byUpdate = newestOf(other) - newestOf(one);
    if (byUpdate !== 0) return byUpdate;
  }
  const byTie = world.bug("list-ties-by-id-ascending") ? -byId : byId;
  return other.createdAt - one.createdAt || byTie;
}
