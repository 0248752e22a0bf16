import { authenticate } from "./authenticate.ts";
import type { Exchange, Operation } from "./exchange.ts";
import { parseListFilter } from "./list-filter.ts";
import { type Check, orderOfChecks } from "./order-of-checks.ts";
import { ownComputer } from "./own-computer.ts";
import { ProblemError } from "./problem.ts";
import { checkRate } from "./rate-limit.ts";
import { bodyLimitBytes, checkAnnouncedLength, checkMediaType, hasBody, readBody } from "./request-body.ts";
import { retryConflict } from "./retry-install-deps.ts";
import { matchRoute } from "./route.ts";
import { parseUpdate } from "./update-body.ts";
import type { World } from "./world.ts";

const isUpdate = (exchange: Exchange) => exchange.operation === "updateComputer";

const checks: Readonly<Record<Check, (world: World, exchange: Exchange) => void | Promise<void>>> = {
  path: (world, exchange) => {
    if (exchange.route) return;
    exchange.route = matchRoute(world, exchange.rawPath, exchange.search);
  },
  method: (world, exchange) => {
    exchange.operation ??= operationOf(world, exchange);
  },
  "size before credentials": (_world, { request }) => {
    if (Number(request.headers["content-length"] ?? 0) <= bodyLimitBytes) return;
    throw new ProblemError("body-too-large", { headers: { Connection: "close" } });
  },
  credentials: (world, exchange) => {
    exchange.principal = authenticate(world, exchange);
  },
  "rate limit": (world, exchange) => checkRate(world, exchange),
  "media type": (world, exchange) => {
    if (isUpdate(exchange)) checkMediaType(world, exchange.request);
    else checkRetryBody(world, exchange);
  },
  "announced length": (world, exchange) => {
    if (isUpdate(exchange)) checkAnnouncedLength(world, exchange.request);
  },
  body: async (world, exchange) => {
    if (isUpdate(exchange)) exchange.body ??= await readBody(world, exchange.request);
  },
  schema: (world, exchange) => {
    if (isUpdate(exchange)) exchange.changes ??= parseUpdate(world, exchange.body ?? Buffer.alloc(0));
  },
  query: (world, exchange) => {
    if (exchange.operation === "listComputers") exchange.filter = parseListFilter(world, exchange.search);
  },
  record: (world, { route, principal }) => {
    const id = route?.computerId;
    if (id === undefined) return;
    if (principal) ownComputer(world, principal, id, "get");
    else if (!world.computers.has(id)) throw new ProblemError("computer-not-found");
  },
  "retry state": (world, { operation, route }) => {
    const computer = world.computers.get(route?.computerId ?? "");
    const conflict = computer && operation === "retryInstallDeps" && retryConflict(world, computer);
    if (conflict) throw new ProblemError(conflict);
  },
};

/** Runs the checks in order; the first failure ends the request. */
export async function runChecks(world: World, exchange: Exchange): Promise<void> {
  for (const check of orderOfChecks(world)) await checks[check](world, exchange);
}

function checkRetryBody(world: World, { operation, request }: Exchange): void {
  if (operation !== "retryInstallDeps") return;
  const hasJson = request.headers["content-type"] !== undefined;
  if (!hasJson && world.bug("retry-needs-media-type")) throw new ProblemError("unsupported-media-type");
  if (!hasBody(request) && world.bug("retry-needs-body")) throw new ProblemError("malformed-request");
  if (hasBody(request) && world.variant("retry-body-refused")) throw new ProblemError("malformed-request");
}

function operationOf(world: World, { route, method }: Exchange): Operation {
  const operations = route?.operations ?? {};
  const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
  if (operation) return operation;
  const methods = Object.keys(operations);
  if (world.variant("options-in-allow")) methods.unshift("OPTIONS");
  if (world.bug("allow-incomplete")) methods.splice(1);
  const status = statusForMethod(world);
  const headers: Record<string, string> = world.bug("allow-missing") ? {} : { Allow: methods.join(", ") };
  throw new ProblemError("method-not-allowed", status === undefined ? { headers } : { headers, status });
}

function statusForMethod(world: World): number | undefined {
  if (world.bug("unknown-method-is-404")) return 404;
  return world.bug("unknown-method-is-501") ? 501 : undefined;
}
