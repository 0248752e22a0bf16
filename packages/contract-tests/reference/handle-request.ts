import { applyAfterRefusal } from "./after-refusal.ts";
import type { Principal } from "./credentials.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { listComputers } from "./list-computers.ts";
import { ownComputer } from "./own-computer.ts";
import { presentComputer } from "./present-computer.ts";
import { ProblemError } from "./problem.ts";
import { problemReply } from "./problem-reply.ts";
import { replyEffects } from "./reply-effects.ts";
import { hasBody } from "./request-body.ts";
import { retryInstallDeps } from "./retry-install-deps.ts";
import { runChecks } from "./run-checks.ts";
import { switchedOn } from "./switched.ts";
import { updateComputer } from "./update-computer.ts";
import { cached, pause, type World } from "./world.ts";

/** Creates the reply to a request: runs the checks in order, then the operation. */
export async function handleRequest(world: World, exchange: Exchange): Promise<Reply> {
  const reply = await replyTo(world, exchange);
  reply.headers["X-Request-Id"] = exchange.requestId;
  for (const effect of switchedOn(world, replyEffects)) effect(reply, { world, exchange });
  return reply;
}

async function replyTo(world: World, exchange: Exchange): Promise<Reply> {
  try {
    if (world.flaws.garbledSockets.has(exchange.request.socket)) throw new ProblemError("malformed-request");
    await runChecks(world, exchange);
    return await perform(world, exchange, await principalOf(world, exchange));
  } catch (error) {
    const problem = error instanceof ProblemError ? error : new ProblemError("internal-error");
    if (!(error instanceof ProblemError)) console.error(error);
    // An error after a refusal must not change the response.
    await applyAfterRefusal(world, exchange, problem).catch(() => undefined);
    if (hasBody(exchange.request) && world.bug("unread-body-garbles-connection")) {
      world.flaws.garbledSockets.add(exchange.request.socket);
    }
    return problemReply(world, exchange, problem);
  }
}

/** The principal of the request, or the one that a bug left in shared state. */
async function principalOf(world: World, { principal }: Exchange): Promise<Principal> {
  if (!principal) throw new ProblemError("unauthenticated");
  if (!world.bug("principal-kept-in-global")) return principal;
  world.flaws.principal = principal;
  await pause();
  return world.flaws.principal;
}

async function perform(world: World, exchange: Exchange, principal: Principal): Promise<Reply> {
  const id = exchange.route?.computerId ?? "";
  switch (exchange.operation) {
    case "listComputers":
      return list(world, exchange, principal);
    case "updateComputer": {
      const updated = await updateComputer(world, principal, id, exchange.changes ?? {});
      return json(200, presentComputer(world, updated, "update"));
    }
    case "retryInstallDeps": {
      const started = await retryInstallDeps(world, principal, id);
      return json(202, presentComputer(world, started, "retry"));
    }
    default: {
      const purpose = exchange.method === "HEAD" ? "head" : "get";
      const read = () => presentComputer(world, ownComputer(world, principal, id, purpose), "get");
      return json(
        200,
        world.bug("get-cached") ? cached(world, `get ${principal.id} ${id}`, 1000, read) : read(),
      );
    }
  }
}

async function list(world: World, exchange: Exchange, principal: Principal): Promise<Reply> {
  const filter = exchange.filter ?? { hostId: undefined, withSteps: false };
  world.flaws.withSteps = filter.withSteps;
  if (world.bug("steps-flag-kept-in-global")) await pause();
  const ignoresFlag = world.bug("filter-drops-steps-flag") && filter.hostId !== undefined;
  const withSteps = world.bug("steps-flag-kept-in-global") ? world.flaws.withSteps : filter.withSteps;
  const read = () =>
    listComputers(world, principal, filter).map((computer) =>
      presentComputer(world, computer, "list", withSteps && !ignoresFlag),
    );
  return json(200, { computers: cachedList(world, exchange, principal, read) });
}

function cachedList(world: World, { search }: Exchange, { id }: Principal, read: () => unknown): unknown {
  if (world.bug("list-cached")) return cached(world, `list ${id} ${search}`, 1000, read);
  if (world.bug("list-cache-shared")) return cached(world, `list ${search}`, 1000, read);
  if (world.bug("list-cached-without-query")) return cached(world, `list ${id}`, 1000, read);
  return read();
}

function json(status: number, body: unknown): Reply {
  return { status, headers: { "Content-Type": "application/json" }, body };
}
