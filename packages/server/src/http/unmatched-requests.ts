import type { Operation } from "../openapi/operation.ts";
import { ProblemError } from "./problem.ts";

/** Finds the problem of a request without a route. */
export type UnmatchedRequest = (target: string) => ProblemError;

/** Distinguishes an unknown path (404) from one that does not support the method (405, with `Allow`). */
export function createUnmatchedRequest(operations: readonly Operation[]): UnmatchedRequest {
  const allowed = new Map<string, Set<string>>();
  for (const { path, method } of operations) {
    const methods = allowed.get(path) ?? new Set();
    methods.add(method);
    if (method === "GET") methods.add("HEAD");
    allowed.set(path, methods);
  }
  const paths = [...allowed].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    allow: [...methods].join(", "),
  }));

  return (target) => {
    const [path = ""] = target.replace(/^https?:\/\/[^/?]*/i, "").split("?", 1);
    const match = paths.find(({ pattern }) => pattern.test(path));
    if (match === undefined) return new ProblemError("not-found");
    return new ProblemError("method-not-allowed", { headers: { allow: match.allow } });
  };
}
