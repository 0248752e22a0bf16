import type { Replacements } from "../deviation.ts";
import { ProblemError } from "../problem.ts";
import type { World } from "../world.ts";

/** The updates that a principal may send in a second. */
const updatesPerSecond = 2;

/** A request over the limit. */
export const overLimit = () => new ProblemError("rate-limited", { headers: { "Retry-After": "1" } });

/** Limits the updates of each principal. */
export function limitsUpdates(refusal: () => ProblemError): (right: World) => Replacements {
  return () => {
    const count = perSecond();
    return {
      checkRate({ operation, principal }) {
        if (operation === "updateComputer" && count(principal?.id ?? "") > updatesPerSecond) throw refusal();
      },
    };
  };
}

/** Counts events of the current second by key. */
export function perSecond(): (key: string) => number {
  const counts = new Map<string, { readonly second: number; readonly count: number }>();
  return (key) => {
    const second = Math.floor(Date.now() / 1000);
    const current = counts.get(key);
    const count = current?.second === second ? current.count + 1 : 1;
    counts.set(key, { second, count });
    return count;
  };
}
