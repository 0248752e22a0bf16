import type { RuleId } from "../src/openapi/rules.gen.ts";
import type { Changes, Computer, TextField } from "./computer.ts";
import type { Exchange, Operations, PathName, Place, Reply, Sent } from "./exchange.ts";
import { ProblemError } from "./problem.ts";
import type { Implementation, World } from "./world.ts";

/** Functions that replace those of the same names. */
export type Replacements = Partial<Implementation> & ThisType<World>;

/** Replacements, or what makes them from the world as it was before, whose functions they can call. */
export type Patch = Replacements | ((right: World) => Replacements);

/** A deviation from the correct implementation. */
export interface Deviation {
  /** The rule that a bug breaks, or that allows a variant. */
  readonly rule: RuleId;
  readonly patch: Patch;
}

/** Declares bugs that break a rule. */
export function breaking<Id extends string>(
  rule: RuleId,
  patches: Readonly<Record<Id, Patch>>,
): Readonly<Record<Id, Deviation>> {
  const entries = Object.entries<Patch>(patches).map(([id, patch]) => [id, { rule, patch }]);
  return Object.fromEntries(entries) as Record<Id, Deviation>;
}

/** Declares variants that a rule allows. */
export function within<Id extends string>(
  rule: RuleId,
  patches: Readonly<Record<Id, Patch>>,
): Readonly<Record<Id, Deviation>> {
  return breaking(rule, patches);
}

/** Replaces functions of a world. */
export function applyPatch(world: World, patch: Patch): void {
  Object.assign(world, typeof patch === "function" ? patch({ ...world }) : patch);
}

/** Changes every reply. */
export function replies(change: (reply: Reply, exchange: Exchange) => void): Patch {
  return (right) => ({
    async replyTo(exchange) {
      const reply = await right.replyTo(exchange);
      change(reply, exchange);
      return reply;
    },
  });
}

/** Changes every record that is sent. */
export function sends(change: (sent: Sent, place: Place, computer: Computer) => void): Patch {
  return (right) => ({
    present(computer, place, withSteps) {
      const sent = right.present(computer, place, withSteps);
      change(sent, place, computer);
      return sent;
    },
  });
}

/** Changes what is stored of a text. */
export function stores(change: (text: string) => string, only?: TextField): Patch {
  return (right) => ({
    storedText(text, field) {
      const stored = right.storedText(text, field);
      return only === undefined || only === field ? change(stored) : stored;
    },
  });
}

/** Changes the record that an update or a retry leaves. */
export function leaves(
  operation: "updatedRecord" | "startedRecord",
  change: (after: Computer, before: Computer, changes: Changes) => Computer,
): Patch {
  return (right) => ({
    [operation]: (before: Computer, changes: Changes = {}) =>
      change(right[operation](before, changes), before, changes),
  });
}

/** Serves a path with more methods. */
export function routes(at: PathName, more: Operations): Patch {
  return (right) => ({
    operationsOf: (path) => ({ ...right.operationsOf(path), ...(path === at && more) }),
  });
}

/** Keeps a list for a second. */
export function cachesList(keyOf: (...of: Parameters<World["list"]>) => string): Patch {
  return (right) => {
    const cached = cache(1000);
    return { list: (...of) => cached(keyOf(...of), () => right.list(...of)) };
  };
}

/** Returns a computer without one of its optional fields. */
export function without(
  computer: Computer,
  field: "hostId" | "hostname" | "remoteUser" | "computerSource" | "relayClientUrl",
): Computer {
  const { [field]: _dropped, ...rest } = computer;
  return rest;
}

/** Fails like an implementation that does not expect something. */
export function fail(): never {
  throw new ProblemError("internal-error");
}

/** Returns a value that is kept for some time after it was made. */
export function cache(forMs: number): <Value>(key: string, make: () => Value) => Value {
  const kept = new Map<string, { readonly value: unknown; readonly until: number }>();
  return <Value>(key: string, make: () => Value) => {
    const hit = kept.get(key);
    if (hit && hit.until > Date.now()) return hit.value as Value;
    const value = make();
    kept.set(key, { value, until: Date.now() + forMs });
    return value;
  };
}
