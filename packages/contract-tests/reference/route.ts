import type { Route } from "./exchange.ts";
import { ProblemError } from "./problem.ts";
import type { World } from "./world.ts";

const operationsOfList = { GET: "listComputers", HEAD: "listComputers" } as const;
const operationsOfComputer = {
  GET: "getComputer",
  HEAD: "getComputer",
  PATCH: "updateComputer",
} as const;
const operationsOfRetry = { POST: "retryInstallDeps" } as const;

/** Finds the route of a path as sent, or fails with 404. */
export function matchRoute(world: World, rawPath: string, search: string): Route {
  const path = routedPath(world, rawPath);
  const tail = world.bug("rest-of-path-ignored") ? "(?:/.*)?" : "";
  const match = new RegExp(`^/api/v0/computers(?:/([^/]+)(/install-deps)?${tail})?$`).exec(path);
  if (!match) throw new ProblemError("path-not-found");
  const [, segment, retry] = match;
  if (segment === undefined) return { operations: listOperations(world), computerId: undefined };
  const queried = world.bug("query-stays-in-id") && search ? `${segment}?${search}` : segment;
  const computerId = decodeId(world, queried);
  if (retry) {
    const operations = world.bug("retry-by-get")
      ? { ...operationsOfRetry, GET: "retryInstallDeps" as const }
      : operationsOfRetry;
    return { operations, computerId };
  }
  return { operations: computerOperations(world), computerId };
}

function listOperations(world: World): Route["operations"] {
  if (world.bug("head-refused")) return { GET: "listComputers" };
  return world.bug("list-by-post") ? { ...operationsOfList, POST: "listComputers" } : operationsOfList;
}

function computerOperations(world: World): Route["operations"] {
  if (world.bug("head-refused")) return { GET: "getComputer", PATCH: "updateComputer" };
  return world.bug("put-accepted")
    ? { ...operationsOfComputer, PUT: "updateComputer" }
    : operationsOfComputer;
}

/** Changes the path like lenient routers; the correct implementation changes nothing. */
function routedPath(world: World, rawPath: string): string {
  let path = rawPath;
  if (world.bug("trailing-slash-skips-credentials")) path = path.replace(/\/+$/, "");
  if (world.bug("double-slash-skips-credentials")) path = path.replace(/\/{2,}/g, "/");
  if (world.bug("upper-case-path-skips-credentials")) {
    path = path.replace(/^\/api\/v0\/computers(?=\/|$)/i, (prefix) => prefix.toLowerCase());
  }
  if (world.bug("encoded-path-skips-credentials")) {
    path = path.replace(/^\/[^/]+\/[^/]+\/[^/]+/, (prefix) => decodeLeniently(prefix));
  }
  if (world.bug("dot-segments-skip-credentials")) path = new URL(path, "http://reference").pathname;
  if (world.bug("encoded-slash-splits-path")) path = path.replace(/%2f/gi, "/");
  if (world.bug("other-versions-served")) path = path.replace(/^\/api\/v\d+\//, "/api/v0/");
  return path;
}

/** Whether a bug lets a path bypass the guard, which does not know its spelling. */
export function skipsCredentials(world: World, rawPath: string): boolean {
  const hasGap =
    world.bug("trailing-slash-skips-credentials") ||
    world.bug("double-slash-skips-credentials") ||
    world.bug("upper-case-path-skips-credentials") ||
    world.bug("encoded-path-skips-credentials") ||
    world.bug("dot-segments-skip-credentials");
  return hasGap && routedPath(world, rawPath) !== rawPath;
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function decodeId(world: World, segment: string): string {
  if (world.bug("id-not-decoded")) return segment;
  let id: string;
  try {
    id = decodeURIComponent(segment);
  } catch {
    if (world.bug("malformed-encoding-is-500")) throw new ProblemError("internal-error");
    throw new ProblemError(
      world.variant("malformed-encoding-is-400") ? "malformed-request" : "path-not-found",
    );
  }
  if (world.bug("id-decoded-twice")) id = decodeLeniently(id);
  if (world.bug("id-trimmed")) id = id.trim();
  if (world.bug("nul-in-id-is-500") && id.includes("\0")) throw new ProblemError("internal-error");
  if (world.bug("long-id-is-500") && id.length > 255) throw new ProblemError("internal-error");
  return id;
}
