import { type Operation, operations, ProblemError } from "@compute-host/core";

/** The operation that a request is for, with its path parameters. */
export interface Route {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

const routes = operations.map((operation) => {
  const pattern = operation.path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  // A base URL may have a path, which has no empty segment.
  return { operation, pattern: new RegExp(`^(?:/[^/]+)*?${pattern}$`) };
});

/**
 * Finds the operation of a request; one whose path has more fixed parts goes first.
 *
 * @throws ProblemError if there is none
 */
export function routeRequest(sentMethod: string, pathname: string): Route {
  const found = routes
    .flatMap(({ operation, pattern }) => {
      const match = pattern.exec(pathname);
      return match ? [{ operation, path: Object.entries(match.groups ?? {}) }] : [];
    })
    .sort((a, b) => a.path.length - b.path.length);
  const candidates = found.filter(({ path }) => path.length === found[0]?.path.length);
  const decoded = decode(pathname, candidates[0]?.path ?? []);
  if (candidates.length === 0) throw new ProblemError("not-found");
  const asked = sentMethod === "HEAD" ? "GET" : sentMethod;
  const operation = candidates.find(({ operation: { method } }) => method === asked)?.operation;
  if (operation !== undefined) return { operation, path: decoded };
  const methods = candidates.flatMap(({ operation: { method } }) =>
    method === "GET" ? ["GET", "HEAD"] : [method],
  );
  throw new ProblemError("method-not-allowed", { headers: { allow: [...new Set(methods)].join(", ") } });
}

function decode(pathname: string, values: readonly [string, string][]): Route["path"] {
  try {
    decodeURIComponent(pathname);
  } catch {
    throw new ProblemError("malformed-url");
  }
  return Object.fromEntries(values.map(([name, text]) => [name, decodeURIComponent(text)]));
}
