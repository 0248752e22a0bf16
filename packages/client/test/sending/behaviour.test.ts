import { AsyncLocalStorage } from "node:async_hooks";
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

  test.each(
    ["at once", "later"].flatMap((when) =>
      ["another token", "the refused token", "an error"].flatMap((outcome) =>
        [["a"], ["a", "b"]].map((principals) => ({ when, outcome, principals })),
      ),
    ),
  )(
    "calls in flight of $principals share a refresh that gives $outcome $when; the next call does not share a failure",
    async ({ when, outcome, principals }) => {
      const { baseUrl, received } = await isFreshServer();
      const principal = new AsyncLocalStorage<string>();
      const refreshes: unknown[] = [];
      const answer = ({ refresh }: { refresh: boolean }) => {
        if (refresh) refreshes.push(principal.getStore());
        if (refresh && outcome === "an error") throw new Error("the login service is down");
        return refresh && outcome === "another token" ? "fresh" : `stale-${principal.getStore()}`;
      };
      const calls = create({
        baseUrl,
        token: when === "at once" ? answer : async (request) => answer(request),
      });
      const statusesOf = (callers: readonly string[]) =>
        Promise.all(
          callers.map((name) =>
            principal
              .run(name, () => calls.get("cmp_1"))
              .then(
                () => 200,
                ({ status }) => status,
              ),
          ),
        );
      const isRefreshed = outcome === "another token";
      const callers = Array(5).fill(principals).flat();
      expect(await statusesOf(callers)).toEqual(callers.map(() => (isRefreshed ? 200 : 401)));
      expect(refreshes).toEqual(principals);
      expect(received).toHaveLength(callers.length * (isRefreshed ? 2 : 1));
      await statusesOf(principals);
      expect(refreshes).toHaveLength(principals.length * (isRefreshed ? 1 : 2));
    },
  );

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
