import { createRequestedFailures } from "@compute-host/core";
import type { Computer, OperationId } from "@compute-host/types";
import type { Operation } from "../operation.ts";
import { endStep, type FakeState, fakeHandlers } from "./fake-handlers.ts";
import { readBody, readParams } from "./fake-request.ts";
import type { FakeResponse } from "./fake-response.ts";
import {
  createResponse,
  FakeProblemError,
  type ProblemName,
  problemNamed,
  problemResponse,
} from "./fake-responses.ts";
import { type RouteMatch, routeRequest } from "./fake-routes.ts";
import { samples, successSamples } from "./samples.gen.ts";

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
  const state: FakeState = { computers: byId, looks: new Map(), looksPerStep, sessions: 0 };
  const failures: FakeFailure[] = [];
  const failureOf = createRequestedFailures();
  let requests = 0;
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const sent = await respond(request, url, { state, failures, failureOf, token });
      const response = createResponse(sent, url.pathname, `req_fake_${++requests}`);
      return request.method === "HEAD" ? new Response(null, response) : response;
    },
    computers: () => structuredClone([...byId.values()]),
    put: (computer) => void byId.set(computer.id, structuredClone(computer)),
    fail(failure) {
      if (failure.with !== "connection" && !Object.hasOwn(samples.Problem, failure.with))
        throw new TypeError(`There is no problem ${failure.with}: name one of sampleProblems, or connection`);
      failures.push({ ...failure });
    },
    settleStep(computerId, error) {
      const computer = byId.get(computerId);
      if (computer) byId.set(computerId, endStep(state, computer, error));
    },
  };
}

interface FakeContext {
  readonly state: FakeState;
  readonly failures: FakeFailure[];
  readonly failureOf: ReturnType<typeof createRequestedFailures>;
  readonly token: string | undefined;
}

/** The checks in the order of the spec, then the operation. */
async function respond(request: Request, url: URL, context: FakeContext): Promise<FakeResponse> {
  const route = routeRequest(request.method, url.pathname);
  const failure = takeFailure(context.failures, route.match?.operation.operationId);
  if (failure === "connection") throw new TypeError("fetch failed");
  if (failure) return problemResponse(failure);
  try {
    if (!route.match && !route.allow)
      throw new FakeProblemError(route.isMalformed ? "malformedUrl" : "notFound");
    if (!route.match)
      return { ...problemResponse("methodNotAllowed"), headers: { allow: route.allow ?? "" } };
    authenticate(route.match.operation, request, context.token);
    return (await requestedFailure(request, context)) ?? (await operate(route.match, request, context.state));
  } catch (error) {
    if (error instanceof FakeProblemError) return error.response;
    throw error;
  }
}

/** Any bearer token is accepted, unless the fake has one. */
function authenticate({ isAnonymous }: Operation, { headers }: Request, token: string | undefined): void {
  const [, sent] = /^bearer (\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (!isAnonymous && (sent === undefined || (token !== undefined && sent !== token)))
    throw new FakeProblemError("unauthenticated");
}

/** The failure that `Prefer: problem=NAME; times=N` asks for, as in the service's sandbox. */
async function requestedFailure(
  { headers, method, url, signal }: Request,
  { failureOf }: FakeContext,
): Promise<FakeResponse | undefined> {
  const name = failureOf(`${headers.get("authorization")} ${method} ${url}`, headers.get("prefer") ?? "");
  if (name === "connection") throw new TypeError("fetch failed");
  if (name === "timeout") await aborted(signal);
  const problem = name === undefined ? undefined : problemNamed(name);
  if (problem === undefined) return undefined;
  const response = problemResponse(problem);
  return { ...response, headers: { ...response.headers, "preference-applied": `problem=${name}` } };
}

/** Ends with the signal, as a response that never comes. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function operate(match: RouteMatch, request: Request, state: FakeState): Promise<FakeResponse> {
  const { operationId } = match.operation;
  const body = await readBody(match.operation, request);
  const given = readParams(match, request);
  const handler = fakeHandlers[operationId];
  if (handler !== undefined) return handler(state, { ...given, body });
  return { ...successSamples[operationId] };
}

/** Counts a failure down. */
function takeFailure(failures: FakeFailure[], operationId?: OperationId): FakeFailure["with"] | undefined {
  const index = failures.findIndex((one) => !one.operationId || one.operationId === operationId);
  const failure = failures[index];
  if (!failure) return undefined;
  failure.times = (failure.times ?? 1) - 1;
  if (failure.times <= 0) failures.splice(index, 1);
  return failure.with;
}
