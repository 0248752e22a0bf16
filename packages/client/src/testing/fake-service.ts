import {
  type AnyHandler,
  admitBody,
  bearerToken,
  createExchange,
  createOperationHandlers,
  createRequestedFailures,
  isProblemKey,
  maxBodyBytes,
  ProblemError,
  type ProblemKey,
  problemHead,
  problemOfError,
  problemText,
  problemTypes,
  type ReadyResponse,
  SizedText,
} from "@compute-host/core";
import type { Computer, OperationId } from "@compute-host/types";
import { type Route, routeRequest } from "./fake-routes.ts";
import { createFakeStore, type FakeStore } from "./fake-store.ts";
import { samples } from "./samples.gen.ts";

/** The name of a problem among the spec's examples. */
export type ProblemName = keyof typeof samples.Problem;

/** Options of `createFakeService`. */
export interface FakeServiceOptions {
  /** @default the computers of the spec's examples, one for each ID */
  readonly computers?: readonly Computer[] | undefined;
  /** The only token that is accepted. @default any token is accepted */
  readonly token?: string | undefined;
  /**
   * How many reads of a computer complete its running step and start the next one; with `Infinity` only `settleStep` does.
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
  /** Adds a computer, or replaces the one with the same ID. */
  put(computer: Computer): void;
  /** Makes the next requests fail. @throws TypeError for an unknown name */
  fail(failure: FakeFailure): void;
  /** Ends the running step: as completed, or as failed if there is an error. */
  settleStep(computerId: string, error?: string): void;
}

/**
 * Makes an in-memory service that behaves as the spec says, for tests without a server. As in the service's sandbox, a request with
 * `Prefer: problem=rate-limited; times=2` gets that problem twice; `timeout` and `connection` are names too.
 *
 * @example
 * const service = createFakeService();
 * const client = createClient({ baseUrl: "http://fake", token: "any", fetch: service.fetch });
 */
export function createFakeService(options: FakeServiceOptions = {}): FakeService {
  const { computers = Object.values(samples.Computer), token, looksPerStep = 2 } = options;
  const byId = new Map(computers.toReversed().map((computer) => [computer.id, structuredClone(computer)]));
  const store = createFakeStore(byId, looksPerStep);
  const failures: FakeFailure[] = [];
  const context = { failures, failureOf: createRequestedFailures(), handlers: handlersOf(store), token };
  let requests = 0;
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      const requestId = `req_fake_${++requests}`;
      const response = await respond(request, context).catch((error: unknown) => {
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
    put: (computer) => void byId.set(computer.id, structuredClone(computer)),
    fail(failure) {
      if (failure.with !== "connection" && !Object.hasOwn(samples.Problem, failure.with))
        throw new TypeError(`There is no problem ${failure.with}: name one of sampleProblems, or connection`);
      failures.push({ ...failure });
    },
    settleStep: store.endStep,
  };
}

interface FakeContext {
  readonly failures: FakeFailure[];
  readonly failureOf: ReturnType<typeof createRequestedFailures>;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly token: string | undefined;
}

function handlersOf(store: FakeStore): FakeContext["handlers"] {
  const { nextStart } = store;
  // The compiler knows the type of each handler, and the core checks what it passes on.
  return createOperationHandlers({
    ...{ store, nextStart, wakeProvisioning() {} },
    async *readPages(query) {
      yield store.list(query);
    },
  }) as object as FakeContext["handlers"];
}

/** The checks in the order of the spec, then the operation. @throws ProblemError */
async function respond(request: Request, context: FakeContext): Promise<ReadyResponse> {
  const { pathname, search } = new URL(request.url);
  const { headers, method } = request;
  let route: Route | undefined;
  let unmatched: unknown;
  try {
    route = routeRequest(method, pathname);
  } catch (error) {
    unmatched = error;
  }
  const failure = takeFailure(context.failures, route?.operation.operationId);
  if (failure === "connection") throw new TypeError("fetch failed");
  if (failure) throw passing(keyOf(failure));
  if (route === undefined) throw unmatched;
  const { operation, path } = route;
  const sent = bearerToken(headers.get("authorization") ?? undefined);
  // Any bearer token is accepted, unless the fake has one.
  if (!operation.isAnonymous && (sent === undefined || sent !== (context.token ?? sent)))
    throw new ProblemError("unauthenticated");
  await failOnDemand(request, context);
  const bytes = new Uint8Array(await request.arrayBuffer());
  const field = (name: string) => headers.get(name) ?? undefined;
  admitBody(operation, field, bytes.byteLength > 0);
  if (bytes.byteLength > maxBodyBytes) throw new ProblemError("body-too-large");
  const handler = context.handlers[operation.operationId] as AnyHandler;
  return createExchange(
    operation,
    handler,
  )({
    ...{ ownerId: "fake", trace: () => "", path, query: search, field, bytes },
  });
}

/** Fails as `Prefer: problem=NAME; times=N` asks for, as the service's sandbox does. */
async function failOnDemand(
  { headers, method, url, signal }: Request,
  { failureOf }: FakeContext,
): Promise<void> {
  const name = failureOf(`${headers.get("authorization")} ${method} ${url}`, headers.get("prefer") ?? "");
  if (name === "connection") throw new TypeError("fetch failed");
  if (name === "timeout") await aborted(signal);
  if (name !== undefined && isProblemKey(name))
    throw passing(name, { "preference-applied": `problem=${name}` });
}

/** A problem that passes at once, so that a client need not wait before it repeats the request. */
function passing(key: ProblemKey, fields: Readonly<Record<string, string>> = {}): ProblemError {
  const isPassing = [429, 503].includes(problemTypes[key].status);
  return new ProblemError(key, { headers: { ...fields, ...(isPassing && { "retry-after": "0" }) } });
}

function keyOf(name: ProblemName): ProblemKey {
  return samples.Problem[name].type.split("/").at(-1) as ProblemKey;
}

/** Ends with the signal, as a response that never comes. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Makes the `Response`; one to HEAD only has the length. */
function createResponse(
  { status, headers, contentType, body }: ReadyResponse,
  requestId: string,
  isHead: boolean,
): Response {
  const fields = new Headers([
    ["x-request-id", requestId],
    ...headers.map(([name, value]): [string, string] => [name, value]),
  ]);
  if (body === undefined) return new Response(null, { status, headers: fields });
  const text = body instanceof SizedText ? body.parts.join("") : String(body);
  fields.set("content-type", contentType ?? "");
  fields.set("content-length", String(new TextEncoder().encode(text).length));
  return new Response(isHead ? null : text, { status, headers: fields });
}

/** Counts a failure down. */
function takeFailure(failures: FakeFailure[], operationId?: string): FakeFailure["with"] | undefined {
  const index = failures.findIndex((one) => !one.operationId || one.operationId === operationId);
  const failure = failures[index];
  if (!failure) return undefined;
  failure.times = (failure.times ?? 1) - 1;
  if (failure.times <= 0) failures.splice(index, 1);
  return failure.with;
}
