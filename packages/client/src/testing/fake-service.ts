import type { Computer, OperationId } from "@compute-host/types";
import { operations } from "../operations.gen.ts";
import { answerResponse, type FakeAnswer, type ProblemName, problemAnswer } from "./fake-answers.ts";
import {
  type FakeState,
  getComputer,
  listComputers,
  retryInstallDeps,
  updateComputer,
} from "./fake-operations.ts";
import { endRunningStep } from "./provisioning.ts";
import { sampleComputers } from "./samples.gen.ts";

/** Options of `createFakeService`. */
export interface FakeServiceOptions {
  /** @default the computers of the spec's examples, one for each id */
  readonly computers?: readonly Computer[] | undefined;
  /** The one token that is accepted; without it, every token is. */
  readonly token?: string | undefined;
  /**
   * How many times a computer is got before the step that runs is completed and the next one starts; `Infinity` leaves that
   * to `settleStep`.
   * @default 2
   */
  readonly looksPerStep?: number | undefined;
}

/** A failure to answer with. */
export interface FakeFailure {
  /** A problem of the spec's examples by name, or `connection` for a broken connection. */
  readonly with: ProblemName | "connection";
  /** @default every operation */
  readonly operationId?: OperationId | undefined;
  /** @default 1 */
  times?: number | undefined;
}

/** A service in memory. It keeps state, so that what was updated is got updated. */
export interface FakeService {
  /** Give it to `createClient` as `fetch`. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The computers as they are now. */
  computers(): Computer[];
  /** Adds a computer, or replaces the one with its id. */
  put(computer: Computer): void;
  /** Lets the next requests fail. */
  fail(failure: FakeFailure): void;
  /** Ends the step that runs: as completed, or with an error as failed. */
  settleStep(computerId: string, error?: string): void;
}

const maxBodyBytes = 65_536;

/**
 * Makes a service in memory that behaves as the spec says, for tests without a server.
 *
 * @example
 * const service = createFakeService();
 * const client = createClient({ baseUrl: "http://fake", token: "any", fetch: service.fetch });
 */
export function createFakeService(options: FakeServiceOptions = {}): FakeService {
  const { computers = Object.values(sampleComputers), token, looksPerStep = 2 } = options;
  const byId = new Map(computers.toReversed().map((computer) => [computer.id, structuredClone(computer)]));
  const state: FakeState = { computers: byId, looks: new Map(), looksPerStep, sessions: 0 };
  const failures: FakeFailure[] = [];
  let requests = 0;
  const answer = async (request: Request, path: string, query: URLSearchParams): Promise<FakeAnswer> => {
    const { match, allow } = route(request.method === "HEAD" ? "GET" : request.method, path);
    const failure = takeFailure(failures, match?.operationId);
    if (failure === "connection") throw new TypeError("fetch failed");
    if (failure) return problemAnswer(failure);
    const authorization = request.headers.get("authorization") ?? "";
    const sent = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    if (!sent || (token !== undefined && sent !== token)) return problemAnswer("unauthenticated");
    if (match) return operate(state, match, request, query);
    if (allow) return { ...problemAnswer("methodNotAllowed"), headers: { allow } };
    return problemAnswer("computerNotFound");
  };
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname, searchParams } = new URL(request.url);
      const response = answerResponse(
        await answer(request, pathname, searchParams),
        pathname,
        `req_fake_${++requests}`,
      );
      return request.method === "HEAD" ? new Response(null, response) : response;
    },
    computers: () => structuredClone([...byId.values()]),
    put: (computer) => void byId.set(computer.id, structuredClone(computer)),
    fail: (failure) => void failures.push({ ...failure }),
    settleStep(computerId, error) {
      const computer = byId.get(computerId);
      if (computer) byId.set(computerId, endRunningStep(computer, error));
    },
  };
}

interface Match {
  readonly operationId: OperationId;
  readonly computerId: string;
}

/** Finds the operation of a request, or the methods that its path allows. The base URL may have a path before that. */
function route(method: string, path: string): { match?: Match; allow?: string } {
  const allowed: string[] = [];
  for (const [operationId, operation] of Object.entries(operations)) {
    const found = new RegExp(`${operation.path.replace(/\{\w+\}/, "([^/]+)")}$`).exec(path);
    if (!found) continue;
    const computerId = decodeURIComponent(found[1] ?? "");
    if (operation.method === method)
      return { match: { operationId: operationId as OperationId, computerId } };
    allowed.push(...(operation.method === "GET" ? ["GET", "HEAD"] : [operation.method]));
  }
  return allowed.length > 0 ? { allow: allowed.join(", ") } : {};
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

async function operate(
  state: FakeState,
  { operationId, computerId }: Match,
  request: Request,
  query: URLSearchParams,
): Promise<FakeAnswer> {
  if (operationId === "listComputers") return listComputers(state, query);
  const computer = state.computers.get(computerId);
  if (!computer) return problemAnswer("computerNotFound");
  if (operationId === "getComputer") return getComputer(state, computer);
  if (operationId === "retryInstallDeps") return retryInstallDeps(state, computer);
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") return problemAnswer("unsupportedMediaType");
  const body = await request.arrayBuffer();
  if (body.byteLength > maxBodyBytes) return problemAnswer("bodyTooLarge");
  return updateComputer(state, computer, body);
}
