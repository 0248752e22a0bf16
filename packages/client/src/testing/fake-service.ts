import {
  type AnyHandler,
  bearerToken,
  createExchange,
  createOperationHandlers,
  createRequestedFailures,
  createRouter,
  type Exchange,
  type Gate,
  NoResponseError,
  operations,
  type ProblemKey,
  problemHead,
  problemOfError,
  problemText,
  type ReadyResponse,
  type RequestHead,
  type Route,
  requestedProblem,
  SizedText,
} from "@compute-host/core";
import type { Computer, OperationId } from "@compute-host/types";
import {
  assertArgument,
  type Checks,
  checkOptions,
  isObject,
  mustBe,
  numberFrom,
  text,
} from "../errors/arguments.ts";
import { createFakeStore, type FakeStore } from "./fake-store.ts";
import { samples } from "./samples.gen.ts";

const findRoute = createRouter(operations);

/** `Retry-After` of a failure, in seconds: a client retries at once. */
const retryAfter = 0;

/** The name of a problem among the spec's examples. */
export type ProblemName = keyof typeof samples.Problem;

/** Options of `createFakeService`. */
export interface FakeServiceOptions {
  /** @default the computers of the spec's examples, one for each ID */
  readonly computers?: readonly Computer[] | undefined;
  /** The only token that is accepted. @default any token is accepted */
  readonly token?: string | undefined;
  /**
   * How many reads of a computer complete its running step and start the next one; with `Infinity` only
   * `settleStep` does.
   * @default 2
   */
  readonly looksPerStep?: number | undefined;
}

/** A failure of the next requests. */
export interface FakeFailure {
  /** The name of a problem in `sampleProblems`, or `connection` for a broken connection. */
  readonly with: ProblemName | "connection";
  /** @default every operation */
  readonly operationId?: OperationId | undefined;
  /** @default 1 */
  times?: number | undefined;
}

/** A service in memory. It keeps state, so a later read returns an update. */
export interface FakeService {
  /** Pass it to `createClient` as `fetch`. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The computers as they are now. */
  computers(): Computer[];
  /** Adds a computer, or replaces the one with the same ID. @throws InvalidArgumentError if it has no ID */
  put(computer: Computer): void;
  /** Makes the next requests fail. @throws InvalidArgumentError for an unknown option, name or operation */
  fail(failure: FakeFailure): void;
  /**
   * Ends the running step: as completed, or as failed if there is an error.
   * @throws InvalidArgumentError for a computer that the service does not have
   */
  settleStep(computerId: string, error?: string): void;
}

/**
 * Creates an in-memory service that behaves as the spec says, for tests without a server. As in the service's
 * sandbox, a request with `Prefer: problem=rate-limited; times=2` gets that problem twice; `timeout` and
 * `connection` are names too.
 *
 * @throws InvalidArgumentError naming the option that is wrong
 * @example
 * import { createClient } from "@compute-host/client";
 * import { createFakeService } from "@compute-host/client/testing";
 * const service = createFakeService();
 * const client = createClient({ baseUrl: "http://fake", token: "any", fetch: service.fetch });
 */
export function createFakeService(options: FakeServiceOptions = {}): FakeService {
  checkOptions("options", options, fakeOptions);
  const { computers = Object.values(samples.Computer), token, looksPerStep = 2 } = options;
  // Reversed, because a Map keeps the last of several with one ID, and the first is wanted.
  const byId = new Map(computers.toReversed().map((computer) => [computer.id, structuredClone(computer)]));
  const store = createFakeStore(byId, looksPerStep);
  const failures: FakeFailure[] = [];
  const context = { failures, exchanges: createExchanges(store, token) };
  let requests = 0;
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const requestId = `req_fake_${++requests}`;
      // A browser's preflight request gets the same response as in the sandbox.
      if (request.method === "OPTIONS") {
        const headers: Record<string, string> = { ...anyOrigin, "x-request-id": requestId };
        return new Response(null, { status: 204, headers });
      }
      const response = await respond(request, context).catch((error: unknown) => {
        if (error instanceof NoResponseError) return withoutResponse(error, request.signal);
        const problem = problemOfError(error);
        if (problem === undefined) throw error;
        const { status, headers } = problemHead(problem);
        const target = new URL(request.url).pathname;
        return {
          status,
          headers: Object.entries(headers),
          contentType: "application/problem+json",
          body: problemText(problem.code, { ...problem.options, requestId, target }),
        };
      });
      return createResponse(response, requestId, request.method === "HEAD");
    },
    computers: () => structuredClone([...byId.values()]),
    put(computer) {
      assertArgument(hasId(computer), "computer", "a computer", computer);
      byId.set(computer.id, structuredClone(computer));
    },
    fail(failure) {
      checkOptions("failure", failure, failureOptions);
      failureName(failure.with, "with");
      failures.push({ ...failure });
    },
    settleStep(computerId, error) {
      assertArgument(byId.has(computerId), "computerId", "the ID of a computer", computerId);
      if (error !== undefined) text(error, "error");
      store.endStep(computerId, error);
    },
  };
}

function hasId(computer: unknown): boolean {
  return isObject(computer) && typeof computer.id === "string";
}

const fakeOptions: Checks = {
  computers: mustBe("an array of computers", (value) => Array.isArray(value) && value.every(hasId)),
  token: text,
  looksPerStep: numberFrom(0),
};

const failureName = mustBe(
  "connection or one of sampleProblems",
  (name) => name === "connection" || (typeof name === "string" && Object.hasOwn(samples.Problem, name)),
);

const failureOptions: Checks = {
  with: undefined,
  operationId: mustBe("an operation of the spec", (id) => operations.some((one) => one.operationId === id)),
  times: numberFrom(1),
};

interface FakeContext {
  readonly failures: FakeFailure[];
  readonly exchanges: ReadonlyMap<string, Exchange<RequestHead>>;
}

function createExchanges(
  store: FakeStore,
  token: string | undefined,
): ReadonlyMap<string, Exchange<RequestHead>> {
  const { nextStart } = store;
  const handlers = createOperationHandlers({
    store,
    nextStart,
    wakeProvisioning() {},
    async *readPages(query) {
      yield store.list(query);
    },
  });
  const gate: Gate<RequestHead> = {
    async authenticate({ field }) {
      const sent = bearerToken(field("authorization"));
      // Any bearer token is accepted, unless the fake has its own.
      if (sent === undefined || sent !== (token ?? sent)) return undefined;
      return { ownerId: "fake", credentialId: sent };
    },
    failureOf: createRequestedFailures(),
    retryAfter,
  };
  return new Map(
    operations.map((operation) => {
      // The compiler knows the type of each handler, and the core checks what it passes on.
      const handler = handlers[operation.operationId as OperationId] as AnyHandler;
      return [operation.operationId, createExchange(operation, handler, gate)];
    }),
  );
}

/** The path that a base URL adds before the interface's own; without `//`, which the client removes from a base URL. */
const basePath = /^(?:\/[^/]+)*?(?=\/api\/)/;

/** @throws ProblemError or NoResponseError */
async function respond(request: Request, { failures, exchanges }: FakeContext): Promise<ReadyResponse> {
  const { pathname, search } = new URL(request.url);
  const { headers, method } = request;
  let route: Route | undefined;
  let unmatched: unknown;
  try {
    route = findRoute(method, pathname.replace(basePath, ""));
  } catch (error) {
    unmatched = error;
  }
  const failure = takeFailure(failures, route?.operation.operationId);
  if (failure === "connection") throw new NoResponseError(true);
  if (failure) throw requestedProblem(keyOf(failure), retryAfter);
  if (route === undefined) throw unmatched;
  const bytes = new Uint8Array(await request.arrayBuffer());
  const head: RequestHead = {
    method,
    path: route.path,
    query: search,
    bodyLength: bytes.length,
    trace: () => "",
    target: pathname + search,
    field: (name) => headers.get(name) ?? undefined,
  };
  const exchange = exchanges.get(route.operation.operationId) as Exchange<RequestHead>;
  const principal = await exchange.admit(head);
  return exchange.carryOut(head, principal?.ownerId, bytes);
}

function keyOf(name: ProblemName): ProblemKey {
  return samples.Problem[name].type.split("/").at(-1) as ProblemKey;
}

/** Fails like a broken connection, or hangs until the signal aborts, like a response that never comes. */
function withoutResponse({ breaksConnection }: NoResponseError, signal: AbortSignal): Promise<never> {
  if (breaksConnection) throw new TypeError("fetch failed");
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * Lets any page send any request and read the whole response; `*` does not cover `Authorization` (Fetch,
 * "CORS protocol").
 */
const anyOrigin: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "*",
  "access-control-allow-headers": "*, authorization",
  "access-control-expose-headers": "*",
};

/** Creates the `Response`; for HEAD, it has the length of the body but no body. */
function createResponse(
  { status, headers, contentType, body }: ReadyResponse,
  requestId: string,
  isHead: boolean,
): Response {
  const fields = new Headers([
    ["x-request-id", requestId],
    ...Object.entries(anyOrigin),
    ...headers.map(([name, value]): [string, string] => [name, value]),
  ]);
  if (body === undefined) return new Response(null, { status, headers: fields });
  const text = body instanceof SizedText ? body.parts.join("") : String(body);
  fields.set("content-type", contentType);
  fields.set("content-length", String(new TextEncoder().encode(text).length));
  return new Response(isHead ? null : text, { status, headers: fields });
}

/** Takes the first failure that applies, and counts it down. */
function takeFailure(failures: FakeFailure[], operationId?: string): FakeFailure["with"] | undefined {
  const index = failures.findIndex((one) => !one.operationId || one.operationId === operationId);
  const failure = failures[index];
  if (!failure) return undefined;
  failure.times = (failure.times ?? 1) - 1;
  if (failure.times <= 0) failures.splice(index, 1);
  return failure.with;
}
