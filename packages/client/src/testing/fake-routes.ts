import type { Operation } from "../operation.ts";
import { mapOperations } from "../operations.gen.ts";

/** The operation that a request is for, with its path parameters. */
export interface RouteMatch {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  /** The path parameters as they were sent, percent-encoded. */
  readonly rawPath: Readonly<Record<string, string>>;
}

/** The operation of a request, or why it has none. */
export interface Route {
  readonly match?: RouteMatch;
  /** The methods that the path allows, if it does not allow this one. */
  readonly allow?: string;
  /** Whether the path has a broken percent-encoding. */
  readonly isMalformed?: boolean;
}

const routes = Object.values(mapOperations(routeOf)).flatMap((ofResource) => Object.values(ofResource));

function routeOf(operation: Operation) {
  const { method, path } = operation;
  // As a request has it: percent-encoded, with a base URL that may have a path before the spec's.
  const pattern = new URL(`http://fake${path}`).pathname
    .split(/%7B.+?%7D/)
    .map(escaped)
    .join("([^/]+)");
  return {
    operation,
    method,
    // A base URL may have a path, which has no empty segment.
    pattern: new RegExp(`^(?:/[^/]+)*?${pattern}$`),
    names: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name),
  };
}

/** Finds the operation of a request; one whose path has more fixed parts goes first. */
export function routeRequest(sentMethod: string, pathname: string): Route {
  if (!isDecodable(pathname)) return { isMalformed: true };
  const found = routes
    .filter(({ pattern }) => pattern.test(pathname))
    .sort((a, b) => a.names.length - b.names.length);
  const isBest = ({ names }: (typeof routes)[number]) => names.length === found[0]?.names.length;
  const candidates = found.filter(isBest);
  if (candidates.length === 0) return {};
  const routeOfMethod = (method: string) => candidates.find((candidate) => candidate.method === method);
  const route = routeOfMethod(sentMethod) ?? (sentMethod === "HEAD" ? routeOfMethod("GET") : undefined);
  if (!route) return { allow: allowed(candidates.map((candidate) => candidate.method)) };
  const values = route.pattern.exec(pathname)?.slice(1) ?? [];
  const raw = route.names.map((name, index): [string, string] => [name, values[index] ?? ""]);
  const path = Object.fromEntries(raw.map(([name, text]) => [name, decodeURIComponent(text)]));
  return { match: { operation: route.operation, path, rawPath: Object.fromEntries(raw) } };
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function allowed(methods: readonly string[]): string {
  return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))].join(
    ", ",
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
