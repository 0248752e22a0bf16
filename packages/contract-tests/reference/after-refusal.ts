import type { Exchange } from "./exchange.ts";
import { parseJson } from "./json-text.ts";
import type { ProblemError } from "./problem.ts";
import { readBody } from "./request-body.ts";
import { retryInstallDeps } from "./retry-install-deps.ts";
import { updateComputer } from "./update-computer.ts";
import type { World } from "./world.ts";

/** Continues a refused request if a bug forgets to stop. */
export async function applyAfterRefusal(
  world: World,
  exchange: Exchange,
  problem: ProblemError,
): Promise<void> {
  const computer = world.computers.get(exchange.route?.computerId ?? "");
  if (!computer) return;
  const owner = { id: computer.ownerId, kind: computer.ownerPrincipalKind };
  const isUnauthenticated = problem.kind === "unauthenticated";
  const isUpdate = exchange.operation === "updateComputer";
  if (isUnauthenticated && isUpdate && world.bug("unauthenticated-update-applied")) {
    await updateComputer(world, owner, computer.id, await objectOf(world, exchange));
  }
  const isRetry = exchange.operation === "retryInstallDeps";
  if (isUnauthenticated && isRetry && world.bug("unauthenticated-retry-started")) {
    await retryInstallDeps(world, owner, computer.id);
  }
  const isForeign = problem.kind === "computer-not-found" && isUpdate;
  if (isForeign && world.bug("foreign-update-applied")) {
    await updateComputer(world, owner, computer.id, exchange.changes ?? {});
  }
  if (problem.kind === "rate-limited" && world.bug("limited-update-applied")) {
    await updateComputer(world, owner, computer.id, await objectOf(world, exchange));
  }
  if (problem.kind === "invalid-request" && isUpdate) await applyInvalid(world, exchange, computer.id);
}

async function objectOf(world: World, exchange: Exchange): Promise<Record<string, string>> {
  const body = await readBody(world, exchange.request);
  return JSON.parse(body.toString("utf8")) as Record<string, string>;
}

async function applyInvalid(world: World, exchange: Exchange, id: string): Promise<void> {
  const computer = world.computers.get(id);
  const isWritten = world.bug("invalid-update-written") || world.bug("written-before-validated");
  if (!computer || !isWritten || !exchange.body) return;
  const value = parseJson(world, exchange.body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const { name, remoteUser } = value as { readonly name?: unknown; readonly remoteUser?: unknown };
  const takesAnyLength = world.bug("invalid-update-written");
  const isTaken = (text: unknown): text is string =>
    typeof text === "string" && (takesAnyLength || (text.length > 0 && text.length < 64));
  world.computers.set(id, {
    ...computer,
    ...(isTaken(name) && { name }),
    ...(isTaken(remoteUser) && { remoteUser }),
  });
}
