import type { Operation } from "../compare/operation.ts";

/** The path segments of an operation on one of its servers. */
interface Route {
  readonly operation: Operation;
  readonly server: string;
  /** The host that the server names. */
  readonly host: RegExp | undefined;
  readonly segments: readonly RegExp[];
  /** For each segment how general it is: 0 is literal, 1 is partly so, 2 is a parameter. */
  readonly ranks: string;
}

/** The operation of a request, and those of its servers that the URL belongs to. */
export interface Target {
  readonly operation: Operation;
  readonly servers: readonly string[];
}

/** Finds the operation of a request by its method, base path on any host, and path; literal segments come first. */
export function operationFinder(
  operations: readonly Operation[],
): (method: string, url: string) => Target | undefined {
  const routes = operations
    .flatMap((operation) => operation.servers.map((server) => routeOf(operation, server)))
    .sort((a, b) => (a.ranks < b.ranks ? -1 : a.ranks > b.ranks ? 1 : 0));
  return (method, url) => {
    const { host, pathname } = new URL(url);
    const segments = pathname.split("/").map(decoded);
    const found = routes.filter(
      ({ operation, segments: own }) =>
        operation.method === method.toUpperCase() &&
        own.length === segments.length &&
        own.every((each, index) => each.test(segments[index] ?? "")),
    );
    const [first] = found;
    if (!first) return undefined;
    const own = found.filter((each) => each.operation === first.operation);
    const servers = own.filter((each) => each.host?.test(host) ?? true).map(({ server }) => server);
    return { operation: first.operation, servers };
  };
}

function routeOf(operation: Operation, server: string): Route {
  const [, host, base = ""] = /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/([^/]*))?(.*)$/is.exec(server) ?? [];
  const path = `${base}${operation.path}`.replace(/^(?!\/)/, "/").replace(/[?#].*$/s, "");
  const segments = path.split("/");
  return {
    operation,
    server,
    host: host === undefined ? undefined : patternOf(host),
    segments: segments.map((segment) => patternOf(decoded(segment))),
    ranks: segments.map(rankOf).join(""),
  };
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{[^}]*\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".+")}$`, "s");
}

function rankOf(segment: string): number {
  return /^\{[^}]*\}$/.test(segment) ? 2 : segment.includes("{") ? 1 : 0;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
