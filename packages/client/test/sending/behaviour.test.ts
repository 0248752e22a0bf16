import { getEventListeners } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type ClientOptions, createClient } from "../../src/index.ts";
import { createClient as createPathClient } from "../../src/openapi-fetch/openapi-fetch.ts";
import {
  type Answer,
  at,
  computer,
  json,
  computerPath as path,
  problem,
  reply,
  startServer,
} from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

/** The calls of either kind of client; each rejects if it fails. */
interface Calls {
  get(computerId: string, options?: { signal?: AbortSignal }): Promise<unknown>;
  update(computerId: string): Promise<unknown>;
  retryInstallDeps(computerId: string): Promise<unknown>;
}

function callsByMethod(options: ClientOptions): Calls {
  const { computers } = createClient(options);
  return { ...computers, update: (id) => computers.update(id, { name: "x" }) };
}

function callsByPath(options: ClientOptions): Calls {
  const api = createPathClient(options);
  const dataOf = async (call: Promise<{ data?: unknown; error?: unknown; response: Response }>) => {
    const { data, error, response } = await call;
    return error === undefined ? data : Promise.reject({ status: response.status });
  };
  return {
    get: (id, options) => dataOf(api.GET(path, { ...at(id), ...options })),
    update: (id) => dataOf(api.PATCH(path, { ...at(id), body: { name: "x" } })),
    retryInstallDeps: (id) => dataOf(api.POST(`${path}/install-deps`, at(id))),
  };
}

const isFreshServer = () =>
  startServer((response, { headers }) =>
    headers.authorization === "Bearer fresh" ? json(response, 200, computer) : problem(response, 401),
  );

describe.each([
  ["by method", callsByMethod],
  ["by path", callsByPath],
])("%s", (_way, create) => {
  /** How many requests each method sends if all of them get the same response. */
  async function sentAfter(respond: () => Response): Promise<Record<string, number>> {
    const sent: Record<string, number> = { GET: 0, PATCH: 0, POST: 0 };
    const fetch = async (_url: string, { method = "" }: RequestInit) => {
      sent[method] = (sent[method] ?? 0) + 1;
      return respond();
    };
    const calls = create({ baseUrl: "http://a", token: "key", fetch });
    await Promise.all([
      rejectionOf(calls.get("cmp_1")),
      rejectionOf(calls.update("cmp_1")),
      rejectionOf(calls.retryInstallDeps("cmp_1")),
    ]);
    return sent;
  }

  const afterRetryAfter = (status: number) =>
    sentAfter(() => new Response("{}", { status, headers: { "retry-after": "0" } }));

  test.each([429, 503])(
    "%i with Retry-After means not processed: all methods are retried",
    async (status) => {
      expect(await afterRetryAfter(status)).toEqual({ GET: 3, PATCH: 3, POST: 3 });
    },
  );

  test.each([408, 425, 500, 502, 504, 520, 521, 522, 523, 524, 530])("only GET after %i", async (status) => {
    expect(await afterRetryAfter(status)).toEqual({ GET: 3, PATCH: 1, POST: 1 });
  });

  test.each([301, 400, 403, 404, 409, 413, 415, 501, 505, 507, 525, 599])("none after %i", async (status) => {
    expect(await afterRetryAfter(status)).toEqual({ GET: 1, PATCH: 1, POST: 1 });
  });

  test("only GET after 503 without Retry-After, and none after one above maxRetryAfterMs", async () => {
    expect(await sentAfter(() => new Response("{}", { status: 503 }))).toEqual({ GET: 3, PATCH: 1, POST: 1 });
    const threeDays = () => new Response("{}", { status: 429, headers: { "retry-after": "277403" } });
    expect(await sentAfter(threeDays)).toEqual({ GET: 1, PATCH: 1, POST: 1 });
  });

  test("after a 401, ten calls in flight share one refresh, and each is replayed once", async () => {
    const { baseUrl, received } = await isFreshServer();
    let refreshes = 0;
    const token = ({ refresh }: { refresh: boolean }) => (refresh && ++refreshes ? "fresh" : "stale");
    const calls = create({ baseUrl, token });
    await Promise.all(Array.from({ length: 10 }, () => calls.get("cmp_1")));
    expect([refreshes, received.length]).toEqual([1, 20]);
  });

  test("a refresh that returns the refused token fails its call, and the next one refreshes again", async () => {
    const { baseUrl } = await isFreshServer();
    let refreshes = 0;
    const token = ({ refresh }: { refresh: boolean }) => (refresh && ++refreshes > 1 ? "fresh" : "stale");
    const calls = create({ baseUrl, token });
    expect(await rejectionOf(calls.get("cmp_1"))).toMatchObject({ status: 401 });
    expect(await calls.get("cmp_1")).toEqual(computer);
  });

  test("the timeout covers the body", async () => {
    const { baseUrl } = await startServer((response) => response.writeHead(200).write('{"id":'));
    const call = create({ baseUrl, token: "key", timeoutMs: 300 }).get("cmp_1");
    expect(await rejectionOf(call)).toMatchObject({ name: "TimeoutError", timeoutMs: 300 });
  });

  test("a GET whose response is cut off is retried", async () => {
    const cutsOff: Answer = (response) => response.writeHead(200).write('{"id":', () => response.destroy());
    const { baseUrl, received } = await startServer(reply.inTurn(cutsOff, reply.found));
    expect(await create({ baseUrl, token: "key" }).get("cmp_1")).toEqual(computer);
    expect(received).toHaveLength(2);
  });

  test.each(["..", ".", "", undefined])("the ID %j is refused, and nothing is sent", async (id) => {
    const { baseUrl, received } = await startServer(reply.found);
    const call = create({ baseUrl, token: "key" }).get(id as string);
    expect(await rejectionOf(call)).toMatchObject({ name: "InvalidArgumentError" });
    expect(received).toEqual([]);
  });

  test("calls that share a signal leave no listener on it", async () => {
    const fetch = async () => Response.json(computer);
    const calls = create({ baseUrl: "http://a", token: "key", fetch });
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 100 }, () => calls.get("cmp_1", { signal })));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("a global fetch that is replaced later is used", async () => {
    const calls = create({ baseUrl: "http://service.invalid", token: "key" });
    vi.stubGlobal("fetch", async () => Response.json(computer));
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await calls.get("cmp_1")).toEqual(computer);
  });
});
