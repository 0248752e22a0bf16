import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { createClient, isConnectionError, isTimeoutError } from "../src/index.ts";
import { computer, json, problem, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";
import { withEnoughTime } from "./with-enough-time.ts";

test("a signal that is already aborted rejects with its reason, and nothing is sent", async () => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  const reason = new Error("too late");
  const { computers } = createClient({ baseUrl, token: "key" });
  expect(await rejectionOf(computers.get("cmp_1", { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(received).toHaveLength(0);
});

test.each(["before the headers", "in the middle of the body"])(
  "an abort %s rejects with the signal's reason",
  async (when) => {
    const controller = new AbortController();
    const reason = { not: "even an error" };
    const { baseUrl } = await startServer((response) => {
      if (when !== "before the headers") response.writeHead(200).write("{");
      setImmediate(() => controller.abort(reason));
    });
    const { computers } = createClient({ baseUrl, token: "key" });
    expect(await rejectionOf(computers.get("cmp_1", { signal: controller.signal }))).toBe(reason);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  },
);

test("an abort rejects immediately even if fetch ignores the signal", async () => {
  const controller = new AbortController();
  const fetch = () => new Promise<Response>(() => controller.abort("stop"));
  const { computers } = createClient({ baseUrl: "http://a", token: "key", fetch });
  expect(await rejectionOf(computers.get("cmp_1", { signal: controller.signal }))).toBe("stop");
});

test("an abort in a pause rejects before the event loop turns", async () => {
  const { baseUrl } = await startServer((response) => problem(response, 503, { "retry-after": "3" }));
  const controller = new AbortController();
  const hooks = { onRetry: () => setImmediate(abort) };
  const call = createClient({ baseUrl, token: "key", hooks }).computers.get("cmp_1", {
    signal: controller.signal,
  });
  const later = new Promise((resolve) => {
    controller.signal.addEventListener("abort", () => setImmediate(resolve, "a turn later"));
  });
  function abort() {
    controller.abort("stop");
  }
  expect(await Promise.race([rejectionOf(call), later])).toBe("stop");
});

test("an abort while the token is awaited sends nothing", async () => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  const controller = new AbortController();
  let give = (_token: string) => {};
  let seen: AbortSignal | undefined;
  const token = ({ signal }: { signal: AbortSignal }) => {
    seen = signal;
    return new Promise<string>((resolve) => {
      give = resolve;
    });
  };
  const call = rejectionOf(
    createClient({ baseUrl, token }).computers.get("cmp_1", { signal: controller.signal }),
  );
  controller.abort("stop");
  expect(await call).toBe("stop");
  expect(seen?.aborted).toBe(true);
  give("key");
  await new Promise(setImmediate);
  expect(received).toHaveLength(0);
});

test("no listener and no timer is left after success and after failure", async () => {
  const { baseUrl } = await startServer((response, _request, index) =>
    index === 0 ? json(response, 200, computer) : problem(response, 404),
  );
  const { signal } = new AbortController();
  const { computers } = createClient({ baseUrl, token: "key", deadlineMs: 60_000 });
  const timersBefore = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  await computers.get("cmp_1", { signal });
  await rejectionOf(computers.get("cmp_1", { signal }));
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  const timersAfter = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  expect(timersAfter).toBeLessThanOrEqual(timersBefore);
});

test("the calls of many clients share one listener on their signal, leave none, and all stop when it aborts", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const answering = async () => Response.json(computer);
  const { computers } = createClient({ baseUrl: "http://a", token: "key", fetch: answering });
  await Promise.all(Array.from({ length: 900 }, () => computers.get("cmp_1", { signal })));
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  const fetch = () => new Promise<Response>(() => {});
  const calls = Array.from({ length: 100 }, (_, index) => {
    const hanging = createClient({ baseUrl: `http://a${index}`, token: "key", fetch });
    return rejectionOf(hanging.computers.get("cmp_1", { signal }));
  });
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort("stop");
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["stop"]));
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("fetch gets the whole request, so that a wrapper can add platform options", async () => {
  let sent: [string, RequestInit] | undefined;
  const fetch = async (url: string, init: RequestInit) => {
    sent = [url, { ...init, credentials: "include" }];
    return Response.json(computer);
  };
  await createClient({ baseUrl: "http://a/base/", token: "key", fetch }).computers.update("cmp_1", {
    name: "x",
  });
  expect(sent).toEqual([
    "http://a/base/api/v0/computers/cmp_1",
    {
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
    },
  ]);
});

test("a timeout counts per attempt and is not retried", async () => {
  const { error, timeoutMs } = await withEnoughTime(async (timeoutMs) => {
    const { baseUrl } = await startServer(
      (response, _request, index) => index === 0 && problem(response, 503, { "retry-after": "0" }),
    );
    const { computers } = createClient({ baseUrl, token: "key", timeoutMs });
    const error = await rejectionOf(computers.get("cmp_1"));
    return { error, timeoutMs, happened: error.attempts > 1 };
  });
  expect(isTimeoutError(error)).toBe(true);
  expect(error).toMatchObject({ timeoutMs, attempts: 2, operationId: "getComputer" });
  expect(error.message).toBe(`getComputer: no complete response within timeoutMs (${timeoutMs} ms)`);
});

test.each([0, -5])("a deadline of %d ms has passed: nothing is sent", async (deadlineMs) => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  const call = createClient({ baseUrl, token: "key" }).computers.get("cmp_1", { deadlineMs });
  const error = await rejectionOf(call);
  expect(isTimeoutError(error)).toBe(true);
  expect(error).toMatchObject({ timeoutMs: deadlineMs, attempts: 0 });
  expect(received).toHaveLength(0);
});

test("a token function that fails after the deadline has passed is not an unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const see = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", see);
  const token = () => Promise.reject(new Error("no token"));
  const call = createClient({ baseUrl: "http://a", token }).computers.get("cmp_1", { deadlineMs: 0 });
  expect(isTimeoutError(await rejectionOf(call))).toBe(true);
  await new Promise(setImmediate);
  process.off("unhandledRejection", see);
  expect(unhandled).toEqual([]);
});

test("clients of two tenants refresh once each, whatever the other's calls do", async () => {
  const { baseUrl } = await startServer((response, { headers }) =>
    headers.authorization?.includes("fresh") ? json(response, 200, computer) : problem(response, 401),
  );
  const refreshes: string[] = [];
  const clientOf = (tenant: string) =>
    createClient({
      baseUrl,
      token: ({ refresh }) => {
        if (refresh) refreshes.push(tenant);
        return `${tenant}-${refresh ? "fresh" : "stale"}`;
      },
    });
  const clients = ["a", "b"].map(clientOf);
  await Promise.all(
    clients.flatMap(({ computers }) => Array.from({ length: 5 }, () => computers.get("cmp_1"))),
  );
  expect(refreshes.sort()).toEqual(["a", "b"]);
});

test("a deadline covers all attempts together", async () => {
  const { baseUrl } = await startServer(() => {});
  const error = await rejectionOf(
    createClient({ baseUrl, token: "key", deadlineMs: 150 }).computers.get("cmp_1"),
  );
  expect(error.message).toBe("getComputer: no complete response within deadlineMs (150 ms)");
});

test("a deadline that passed while the program was busy ends the call before anything is sent, without a warning of the process", async () => {
  const warnings: Error[] = [];
  const see = (warning: Error) => warnings.push(warning);
  process.on("warning", see);
  const token = () => {
    const end = performance.now() + 20;
    while (performance.now() < end);
    return "key";
  };
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  const { computers } = createClient({ baseUrl, token, deadlineMs: 10 });
  const error = await rejectionOf(computers.update("cmp_1", { name: "x" }));
  process.off("warning", see);
  expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: 10, attempts: 0 });
  expect([warnings, received]).toEqual([[], []]);
});

test("a pause that would exceed the deadline does not begin: the call fails with the last error", async () => {
  const { baseUrl, received } = await startServer((response) =>
    problem(response, 503, { "retry-after": "30" }),
  );
  const error = await rejectionOf(
    createClient({ baseUrl, token: "key", deadlineMs: 20_000 }).computers.get("cmp_1"),
  );
  expect(error).toMatchObject({ name: "ServiceUnavailableError", retryAfterMs: 30_000, attempts: 1 });
  expect(received).toHaveLength(1);
});

test("no connection is a ConnectionError with the system's code as its reason", async () => {
  const { baseUrl, stop } = await startServer(() => {});
  await stop();
  const { computers } = createClient({ baseUrl, token: "key", maxRetries: 1 });
  const error = await rejectionOf(computers.get("cmp_1"));
  expect(isConnectionError(error)).toBe(true);
  expect(error).toMatchObject({
    attempts: 2,
    reason: "ECONNREFUSED",
    cause: { cause: { code: "ECONNREFUSED" } },
  });
  expect(error.message).toBe(`getComputer: no complete response from ${baseUrl} (ECONNREFUSED)`);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ reason: "ECONNREFUSED" });
});

test("a write is not retried when its connection breaks", async () => {
  const { baseUrl, received } = await startServer((response) => response.destroy());
  const { computers } = createClient({ baseUrl, token: "key" });
  const error = await rejectionOf(computers.update("cmp_1", { name: "x" }));
  expect(isConnectionError(error)).toBe(true);
  expect(error.reason).toMatch(/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/);
  expect(isConnectionError(await rejectionOf(computers.retryInstallDeps("cmp_1")))).toBe(true);
  expect(received).toHaveLength(2);
});

test("the call's options override the client's, which override the defaults", async () => {
  const { baseUrl, received } = await startServer((response) =>
    problem(response, 503, { "retry-after": "0" }),
  );
  const { computers } = createClient({
    baseUrl,
    token: "key",
    maxRetries: 1,
    headers: { "x-a": "client", "X-B": "client" },
  });
  await rejectionOf(computers.get("one"));
  await rejectionOf(computers.get("two", { maxRetries: 0, headers: { "X-A": "call" } }));
  await rejectionOf(
    createClient({ baseUrl, token: "key" }).computers.get("three", { maxRetries: undefined }),
  );
  const sent = (id: string) => received.filter(({ url }) => url.endsWith(id));
  expect([sent("one").length, sent("two").length, sent("three").length]).toEqual([2, 1, 3]);
  expect(sent("two")[0]?.headers).toMatchObject({
    "x-a": "call",
    "x-b": "client",
    authorization: "Bearer key",
  });
});
