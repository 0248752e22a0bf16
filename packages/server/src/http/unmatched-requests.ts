import type { RouteOptions } from "fastify";
import { ProblemError } from "./problem.ts";

/** Knows every route, to say what is wrong with a request that matches none. */
export interface UnmatchedRequests {
  /** Is called with every route as it is added. */
  add(route: Pick<RouteOptions, "method" | "url">): void;
  /** Distinguishes an unknown path (404) from one that does not support the method (405, with `Allow`). */
  problemOf(method: string, target: string): ProblemError;
}

/** Makes it without a route. */
export function createUnmatchedRequests(): UnmatchedRequests {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  return {
    add({ method, url }) {
      // Preflight requests are allowed everywhere, which makes no path known.
      const methods = [method].flat().filter((name) => name !== "OPTIONS");
      if (methods.length === 0) return;
      const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
      for (const name of methods) route.methods.add(name);
      routes.set(url, route);
    },
    problemOf(method, target) {
      const [path = ""] = target.replace(/^https?:\/\/[^/?]*/i, "").split("?", 1);
      const match = [...routes.values()].find(({ pattern }) => pattern.test(path));
      // A route may find that it has nothing at the path.
      if (match === undefined || match.methods.has(method)) return new ProblemError("not-found");
      return new ProblemError("method-not-allowed", { headers: { allow: [...match.methods].join(", ") } });
    },
  };
}

/** Matches the paths of a route such as `/computers/:id` or `/docs/*`. */
function patternOf(url: string): RegExp {
  const source = url.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll(/:\w+/g, "[^/]+");
  return new RegExp(`^${source}$`);
}
