import type { ListFilter } from "./exchange.ts";
import { ProblemError, type Violation } from "./problem.ts";
import { isUuid } from "./uuid.ts";
import type { World } from "./world.ts";

type Pair = readonly [name: string, value: string];

const known = ["hostId", "includeProvisioningSteps"] as const;
type Known = (typeof known)[number];

/** Parses the query of a list, or fails with 400. */
export function parseListFilter(world: World, search: string): ListFilter {
  if (world.bug("brackets-in-query-are-500") && /\[|%5b/i.test(search))
    throw new ProblemError("internal-error");
  const pairs = search === "" ? [] : search.split("&").map((part) => decodePair(world, part));
  const violations: Violation[] = [];
  const hostId = singleValue(world, pairs, "hostId", violations);
  const flag = singleValue(world, pairs, "includeProvisioningSteps", violations);
  if (hostId !== undefined && !isHostFilter(world, hostId)) {
    violations.push({ parameter: "hostId", message: "must be a UUID" });
  }
  if (flag !== undefined && !isFlag(world, flag)) {
    violations.push({ parameter: "includeProvisioningSteps", message: 'must be "true" or "false"' });
  }
  const unknown = pairs.find(([name]) => !known.includes(name as Known));
  if (unknown && world.bug("unknown-query-refused")) {
    violations.push({ parameter: unknown[0], message: "is not a known parameter" });
  }
  if (violations.length > 0) throw new ProblemError("invalid-request", { errors: firstOfEach(violations) });
  return { hostId: usedHost(world, hostId), withSteps: includesSteps(world, flag) };
}

/** Changes the host filter like lenient parsers; the correct implementation changes nothing. */
function usedHost(world: World, hostId: string | undefined): string | undefined {
  if (hostId === "" && world.bug("blank-host-filter-ignored")) return undefined;
  if (hostId && world.bug("invalid-host-filter-ignored") && !isUuid(world, hostId, "query")) return undefined;
  return world.bug("host-filter-trimmed") ? hostId?.trim() : hostId;
}

function firstOfEach(violations: readonly Violation[]): readonly Violation[] {
  return violations.filter(
    ({ parameter }, index) => violations.findIndex((other) => other.parameter === parameter) === index,
  );
}

function decodePair(world: World, part: string): Pair {
  const equals = part.indexOf("=");
  const name = equals < 0 ? part : part.slice(0, equals);
  const value = equals < 0 ? "" : part.slice(equals + 1);
  const decodedName = world.bug("query-names-not-decoded") ? name : decode(world, name);
  const spelled = known.find((key) => key.toLowerCase() === decodedName.toLowerCase());
  const isSpelledLeniently = world.bug("query-name-case-ignored") && spelled !== undefined;
  const decodedValue = world.bug("query-values-not-decoded") ? value : decode(world, value);
  return [isSpelledLeniently ? spelled : decodedName, decodedValue];
}

/** Decodes a text; keeps a malformed encoding as sent, which no known parameter allows. */
function decode(world: World, text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    if (world.bug("malformed-query-is-500")) throw new ProblemError("internal-error");
    return text;
  }
}

function singleValue(
  world: World,
  pairs: readonly Pair[],
  name: Known,
  violations: Violation[],
): string | undefined {
  const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
  if (values.length < 2) return values[0];
  if (name === "hostId" && world.bug("repeated-host-takes-last")) return values.at(-1);
  if (name === "includeProvisioningSteps" && world.bug("repeated-flag-takes-first")) return values[0];
  if (world.bug("equal-repeats-accepted") && new Set(values).size === 1) return values[0];
  violations.push({ parameter: name, message: "must not be given more than once" });
  return values[0];
}

function isHostFilter(world: World, hostId: string): boolean {
  if (world.bug("invalid-host-filter-matches-nothing")) return true;
  if (world.bug("invalid-host-filter-ignored")) return true;
  if (world.bug("blank-host-filter-ignored") && hostId === "") return true;
  return isUuid(world, world.bug("host-filter-trimmed") ? hostId.trim() : hostId, "query");
}

function isFlag(world: World, flag: string): boolean {
  if (world.bug("any-flag-accepted")) return true;
  if (world.bug("blank-flag-accepted") && flag === "") return true;
  if (world.bug("numeric-flag-accepted") && /^[01]$/.test(flag)) return true;
  const word = world.bug("flag-case-ignored") ? flag.toLowerCase() : flag;
  return word === "true" || word === "false";
}

function includesSteps(world: World, flag: string | undefined): boolean {
  if (world.bug("steps-always-listed")) return true;
  if (world.bug("steps-never-listed")) return false;
  if (world.bug("steps-listed-for-false") && flag === "false") return true;
  return flag !== undefined && ["true", "1"].includes(flag.toLowerCase());
}
