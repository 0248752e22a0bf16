import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { type CallOptions, createClient, isConnectionError, isTimeoutError } from "../../src/index.ts";
import { clientOf, computer, json, problem, reply, startClient, startServer } from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";
import { withEnoughTime } from "../with-enough-time.ts";

test("a signal that is already aborted rejects with its reason, and nothing is sent", async () => {
  const { computers, received } = await startClient(reply.found);
  const reason = new Error("too late");
  expect(await rejectionOf(computers.get("cmp_1", { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(received).toHaveLength(0);
});

test.each(["before the headers", "in the middle of the body", "that fetch ignores"])(
  "an abort %s rejects with the signal's reason, and leaves no listener",
  async (when) => {
    const controller = new AbortController();
    const { signal } = controller;
    const reason = { not: "even an error" };
    const abort = () => setImmediate(() => controller.abort(reason));
    const { computers } = await startClient((response) => {
      if (when !== "before the headers") response.writeHead(200).write("{");
      abort();
    });
    const deaf = clientOf(() => new Promise(abort));
    const call = (when === "that fetch ignores" ? deaf.computers : computers).get("cmp_1", { signal });
    expect(await rejectionOf(call)).toBe(reason);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  },
);

test("an abort in a pause rejects before the event loop turns", async () => {
  const controller = new AbortController();
  const hooks = { onRetry: () => setImmediate(() => controller.abort("stop")) };
  const { computers } = await startClient(reply.failing(503, { "retry-after": "3" }), { hooks });
  const call = computers.get("cmp_1", { signal: controller.signal });
  const later = new Promise((resolve) => {
    controller.signal.addEventListener("abort", () => setImmediate(resolve, "a turn later"));
  });
  expect(await Promise.race([rejectionOf(call), later])).toBe("stop");
});

test("an abort while the token is awaited sends nothing", async () => {
  const controller = new AbortController();
  let give = (_token: string) => {};
  let seen: AbortSignal | undefined;
  const token = ({ signal }: { signal: AbortSignal }) => {
    seen = signal;
    return new Promise<string>((resolve) => {
      give = resolve;
    });
  };
  const { computers, received } = await startClient(reply.found, { token });
  const call = rejectionOf(computers.get("cmp_1", { signal: controller.signal }));
  controller.abort("stop");
  expect(await call).toBe("stop");
  expect(seen?.aborted).toBe(true);
  give("key");
  await new Promise(setImmediate);
  expect(received).toHaveLength(0);
});

test("no timer is left after success and after failure", async () => {
  const { computers } = await startClient(reply.inTurn(reply.found, reply.failing(404)), {
    deadlineMs: 60_000,
  });
  const countTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const timersBefore = countTimers();
  await computers.get("cmp_1");
  await rejectionOf(computers.get("cmp_1"));
  expect(countTimers()).toBeLessThanOrEqual(timersBefore);
});

test("the calls of many clients share one listener on their signal, and all stop when it aborts", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const calls = Array.from({ length: 100 }, () =>
    rejectionOf(clientOf(() => new Promise(() => {})).computers.get("cmp_1", { signal })),
  );
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort("stop");
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["stop"]));
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("fetch gets the complete request, so that a wrapper can add platform options", async () => {
  const platformFetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(computer));
  const fetch = (url: string, init: RequestInit) => platformFetch(url, { ...init, credentials: "include" });
  const { computers } = createClient({ baseUrl: "http://a/base/", token: "key", fetch });
  await computers.update("cmp_1", { name: "x" });
  expect(platformFetch).toHaveBeenCalledExactlyOnceWith("http://a/base/api/v0/computers/cmp_1", {
    method: "PATCH",
    body: '{"name":"x"}',
    headers: {
      accept: "application/json, application/problem+json",
      "content-type": "application/json",
      authorization: "Bearer key",
      "user-agent": expect.stringMatching(/^compute-host-client\/\d+\.\d+\.\d+/),
    },
    redirect: "manual",
    signal: expect.any(AbortSignal),
    credentials: "include",
  });
});

test("a timeout counts per attempt and is not retried", async () => {
  const { error, timeoutMs } = await withEnoughTime(async (timeoutMs) => {
    const answer = reply.inTurn(reply.failing(503, { "retry-after": "0" }), reply.hanging);
    const { computers } = await startClient(answer, { timeoutMs });
    const error = await rejectionOf(computers.get("cmp_1"));
    return { error, timeoutMs, happened: error.attempts > 1 };
  });
  expect(isTimeoutError(error)).toBe(true);
  expect(error).toMatchObject({ timeoutMs, attempts: 2, operationId: "getComputer" });
  expect(error.message).toBe(`getComputer: no complete response within timeoutMs (${timeoutMs} ms)`);
});

test.each([0, -5])("with a deadline of %d ms, nothing is sent", async (deadlineMs) => {
  const { computers, received } = await startClient(reply.found);
  const error = await rejectionOf(computers.get("cmp_1", { deadlineMs }));
  expect(isTimeoutError(error)).toBe(true);
  expect(error).toMatchObject({ timeoutMs: deadlineMs, attempts: 0 });
  expect(received).toHaveLength(0);
});

test("a token function that fails after the deadline has passed is not an unhandled rejection", async () => {
  // Vitest fails the run on one.
  const { computers } = createClient({
    baseUrl: "http://a",
    token: () => Promise.reject(new Error("no token")),
  });
  expect(isTimeoutError(await rejectionOf(computers.get("cmp_1", { deadlineMs: 0 })))).toBe(true);
  await new Promise(setImmediate);
});

test("clients of two tenants refresh once each, regardless of the other's calls", async () => {
  const { baseUrl } = await startServer((response, { headers }) =>
    headers.authorization?.includes("fresh") ? json(response, 200, computer) : problem(response, 401),
  );
  const refreshes: string[] = [];
  const calls = ["a", "b"].flatMap((tenant) => {
    const token = ({ refresh }: { refresh: boolean }) => {
      if (refresh) refreshes.push(tenant);
      return `${tenant}-${refresh ? "fresh" : "stale"}`;
    };
    const { computers } = createClient({ baseUrl, token });
    return Array.from({ length: 5 }, () => computers.get("cmp_1"));
  });
  await Promise.all(calls);
  expect(refreshes.sort()).toEqual(["a", "b"]);
});

test("a deadline covers all attempts together", async () => {
  const { computers } = await startClient(reply.hanging, { deadlineMs: 150 });
  const error = await rejectionOf(computers.get("cmp_1"));
  expect(error.message).toBe("getComputer: no complete response within deadlineMs (150 ms)");
});

test("instead of a pause beyond the deadline, the call fails with its last error", async () => {
  const { computers, received } = await startClient(reply.failing(503, { "retry-after": "30" }));
  const error = await rejectionOf(computers.get("cmp_1", { deadlineMs: 20_000 }));
  expect(error).toMatchObject({ name: "ServiceUnavailableError", retryAfterMs: 30_000, attempts: 1 });
  expect(received).toHaveLength(1);
});

test("no connection is a ConnectionError with the system's code as its reason", async () => {
  const { baseUrl, computers, stop } = await startClient(reply.hanging, { maxRetries: 1 });
  await stop();
  const error = await rejectionOf(computers.get("cmp_1"));
  expect(isConnectionError(error)).toBe(true);
  const reason = "ECONNREFUSED";
  expect(error).toMatchObject({ attempts: 2, reason, cause: { cause: { code: reason } } });
  expect(error.message).toBe(`getComputer: no complete response from ${baseUrl} (ECONNREFUSED)`);
});

test("a write is not retried when its connection breaks", async () => {
  const { computers, received } = await startClient(reply.broken);
  const error = await rejectionOf(computers.update("cmp_1", { name: "x" }));
  expect(isConnectionError(error)).toBe(true);
  expect(error.reason).toMatch(/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/);
  expect(isConnectionError(await rejectionOf(computers.retryInstallDeps("cmp_1")))).toBe(true);
  expect(received).toHaveLength(2);
});

test("the call's options override the client's, which override the defaults", async () => {
  const headers = { "x-a": "client", "X-B": "client" };
  const { client, received } = await startClient(reply.failing(503, { "retry-after": "0" }), {
    maxRetries: 1,
    headers,
  });
  const sentWith = async (options: CallOptions) => {
    await rejectionOf(client.computers.get("cmp_1", options));
    return received.splice(0).map((request) => request.headers);
  };
  expect(await sentWith({})).toHaveLength(2);
  expect(await sentWith({ maxRetries: undefined })).toHaveLength(2);
  expect(await sentWith({ maxRetries: 0, headers: { "X-A": "call" } })).toMatchObject([
    { "x-a": "call", "x-b": "client", authorization: "Bearer key" },
  ]);
});
