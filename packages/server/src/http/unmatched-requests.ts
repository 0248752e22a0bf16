import { ProblemError } from "@compute-host/core";
import type { RouteOptions } from "fastify";
import findMyWay from "find-my-way";

/** Knows every route in a router of its own, to say what is wrong with a request that matches none. */
export interface UnmatchedRequests {
  /** Is called with every route as it is added. */
  add(route: Pick<RouteOptions, "method" | "url">): void;
  /** Distinguishes an unknown path (404) from one that does not support the method (405, with `Allow`). */
  problemOf(method: string, target: string): ProblemError;
}

/** Whether a path has nothing where a parameter is expected, which the router takes for an empty text; a wildcard may be empty. */
export function hasEmptySegment(params: unknown): boolean {
  const values = params as Readonly<Record<string, string>> | null;
  for (const name in values) if (values[name] === "" && name !== "*") return true;
  return false;
}

/** Makes it without a route. */
export function createUnmatchedRequests(): UnmatchedRequests {
  const router = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
  const known = new Set<findMyWay.HTTPMethod>();

  return {
    add({ method, url }) {
      // Preflight requests are allowed everywhere, which makes no path known.
      if (url === "*") return;
      const methods = [method].flat() as findMyWay.HTTPMethod[];
      for (const name of methods) known.add(name);
      router.on(methods, url, () => {});
    },
    problemOf(method, target) {
      const allowed = [...known].filter((name) => {
        const route = router.find(name, target);
        return route !== null && !hasEmptySegment(route.params);
      });
      // A route may find that it has nothing at the path.
      if (allowed.length === 0 || allowed.some((name) => name === method))
        return new ProblemError("not-found");
      return new ProblemError("method-not-allowed", { headers: { allow: allowed.join(", ") } });
    },
  };
}
