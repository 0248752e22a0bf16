import { ProblemError } from "./problem.ts";
import { part } from "./world.ts";

const operations = {
  list: { GET: "listComputers", HEAD: "listComputers" },
  computer: { GET: "getComputer", HEAD: "getComputer", PATCH: "updateComputer" },
  retry: { POST: "retryInstallDeps" },
} as const;

/** The paths of the interface. */
export const paths = part({
  /** Finds the route of a path as sent, or fails with 404. */
  matchRoute(rawPath) {
    const match = /^\/api\/v0\/computers(?:\/([^/]+)(\/install-deps)?)?$/.exec(rawPath);
    if (!match) throw new ProblemError("path-not-found");
    const [, segment, retry] = match;
    if (segment === undefined) return { operations: this.operationsOf("list") };
    return {
      operations: this.operationsOf(retry ? "retry" : "computer"),
      computerId: this.decodeId(segment),
    };
  },

  operationsOf(path) {
    return operations[path];
  },

  decodeId(segment) {
    try {
      return decodeURIComponent(segment);
    } catch {
      throw new ProblemError("path-not-found");
    }
  },
});
