import type { Exchange } from "./exchange.ts";
import { ProblemError } from "./problem.ts";
import type { World } from "./world.ts";

/** Requests per second and principal with the variant; bugs limit updates to two per second. */
const requestsPerSecond = 40;
const updatesPerSecond = 2;
/** The variant is unavailable once per this number of requests. */
const unavailableEvery = 9;

/** Refuses requests over the limit; there is no limit unless switched on. */
export function checkRate(world: World, exchange: Exchange): void {
  if (world.variant("sometimes-unavailable")) {
    const count = countOf(world, "all", 0);
    if (count % unavailableEvery === 0)
      throw new ProblemError("unavailable", { headers: { "Retry-After": "0" } });
  }
  if (world.variant("rate-limited") && countOf(world, exchange.principal?.id ?? "") > requestsPerSecond) {
    throw new ProblemError("rate-limited", { headers: { "Retry-After": "1" } });
  }
  if (exchange.operation === "updateComputer") limitUpdates(world, exchange);
}

function limitUpdates(world: World, exchange: Exchange): void {
  const limits =
    world.bug("limit-lacks-retry-after") ||
    world.bug("limit-is-403") ||
    world.bug("retry-after-is-a-date") ||
    world.bug("limit-is-500") ||
    world.bug("limited-update-applied");
  if (!limits || countOf(world, `updates of ${exchange.principal?.id}`) <= updatesPerSecond) return;
  if (world.bug("limit-is-403")) throw new ProblemError("rate-limited", { status: 403 });
  if (world.bug("limit-is-500")) throw new ProblemError("internal-error");
  if (world.bug("limit-lacks-retry-after")) throw new ProblemError("rate-limited");
  const retryAfter = world.bug("retry-after-is-a-date") ? new Date(Date.now() + 1000).toUTCString() : "1";
  throw new ProblemError("rate-limited", { headers: { "Retry-After": retryAfter } });
}

/** Counts the requests of a key in the current second, or since the start for second 0. */
function countOf(world: World, key: string, second = Math.floor(Date.now() / 1000)): number {
  const current = world.requestCounts.get(key);
  const count = current?.second === second ? current.count + 1 : 1;
  world.requestCounts.set(key, { second, count });
  return count;
}
