import { expect, onTestFinished, test, vi } from "vitest";
import type { ClientHooks, EndEvent, RequestEvent } from "../../src/index.ts";
import { clientOf, computer, json, reply, startClient } from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

test("hooks see requests and responses with their headers, without credentials and bodies", async () => {
  const echo = {
    "x-echo": "Bearer secret-token",
    "set-cookie": "sid=secret-session",
    sunset: "Wed, 01 Dec 2027 00:00:00 GMT",
  };
  const events: Partial<EndEvent>[] = [];
  const see = (event: RequestEvent) => events.push(event);
  const hooks: ClientHooks = { onRequest: see, onResponse: see, onEnd: see };
  const harmless = { traceparent: "00-1-2-01" };
  const secret = {
    "x-api-key": "secret-key",
    cookie: "secret-cookie",
    "x-session-id": "secret-session",
    "x-password": "secret-password",
    "x-pat": "secret-pat",
  };
  const { baseUrl, computers } = await startClient((response) => json(response, 200, computer, echo), {
    token: "secret-token",
    headers: { ...harmless, ...secret },
    hooks,
  });
  await computers.update("cmp_1", { name: "secret-name" });
  const hidden = Object.keys({ authorization: "", ...secret }).map((name) => [name, "[redacted]"]);
  const request = {
    operationId: "updateComputer",
    method: "PATCH",
    url: `${baseUrl}/api/v0/computers/cmp_1`,
    attempt: 1,
    headers: { ...harmless, ...Object.fromEntries(hidden) },
  };
  const response = { ...request, status: 200, requestId: "req-1", durationMs: expect.any(Number) };
  expect(events).toMatchObject([request, response, response]);
  const expected = { "x-echo": "[redacted]", "set-cookie": "[redacted]", sunset: echo.sunset };
  for (const { responseHeaders } of events.slice(1))
    expect(Object.fromEntries(responseHeaders ?? [])).toMatchObject(expected);
  expect(JSON.stringify(events)).not.toContain("secret");
});

test("an event keeps its own response while the call continues, and can be cloned for a log", async () => {
  const answer = (status: number, attempt: string) => (response: Parameters<typeof json>[0]) =>
    json(response, status, computer, { "retry-after": "0", "x-attempt": attempt });
  const events: EndEvent[] = [];
  const others: RequestEvent[] = [];
  const keep = (event: RequestEvent) => others.push(event);
  const see = (event: RequestEvent) => events.push(event as EndEvent);
  const hooks: ClientHooks = { onRequest: keep, onRetry: keep, onResponse: see, onEnd: see };
  const { computers } = await startClient(reply.inTurn(answer(503, "1"), answer(200, "2")), { hooks });
  await computers.get("cmp_1");
  const attempts = events.map(({ attempt, responseHeaders }) => [attempt, responseHeaders?.get("x-attempt")]);
  expect(attempts.join(" ")).toBe("1,1 1,1 2,2 2,2");
  for (const event of others) expect(event).not.toHaveProperty("responseHeaders");
  const copies: unknown[] = [...events, ...others].map((event) => structuredClone(event));
  expect(copies).toMatchObject(Array(7).fill({ operationId: "getComputer" }));
});

test.each([
  [
    "throws",
    () => {
      throw new Error("broken hook");
    },
  ],
  ["rejects", () => Promise.reject(new Error("broken hook"))],
  ["never settles", () => new Promise(() => {})],
])("a hook that %s breaks nothing", async (_what, hook) => {
  const hooks = { onRequest: hook, onResponse: hook, onEnd: hook, onRetry: hook };
  const { computers } = await startClient(
    reply.inTurn(reply.failing(503, { "retry-after": "0" }), reply.found),
    { hooks },
  );
  expect(await computers.get("cmp_1")).toEqual(computer);
});

test("a hook cannot change what is sent", async () => {
  const hooks: ClientHooks = {
    onRequest(event) {
      Object.assign(event, { url: "http://elsewhere" });
      Object.assign(event.headers, { authorization: "Bearer other" });
    },
  };
  const { computers, received } = await startClient(reply.found, { hooks });
  await computers.get("cmp_1");
  expect(received[0]?.headers.authorization).toBe("Bearer key");
});

test("the client's hooks and the call's are both called, in this order, and may be an instance of a class", async () => {
  const order: Counter[] = [];
  class Counter implements ClientHooks {
    requests = 0;
    onRequest() {
      this.requests++;
      order.push(this);
    }
  }
  const [ofClient, ofCall] = [new Counter(), new Counter()];
  const { computers } = await startClient(reply.found, { hooks: ofClient });
  await computers.get("cmp_1", { hooks: ofCall });
  expect([ofClient.requests, ofCall.requests]).toEqual([1, 1]);
  expect(order).toEqual([ofClient, ofCall]);
});

test("each request has one end, whatever its outcome, and the events of a call share its ID", async () => {
  const events: (EndEvent & { kind: string })[] = [];
  const see = (kind: string) => (event: RequestEvent) => events.push({ ...(event as EndEvent), kind });
  const hooks: ClientHooks = {
    onRequest: see("request"),
    onResponse: see("response"),
    onEnd: see("end"),
    onRetry: see("retry"),
  };
  const answer = reply.inTurn(reply.broken, reply.failing(503, { "retry-after": "0" }), reply.found);
  const { computers } = await startClient(
    (response, request, index) => request.url.endsWith("/hangs") || answer(response, request, index),
    { hooks },
  );
  await computers.get("cmp_1");
  const first = events.splice(0);
  expect(first.map(({ kind, attempt, status }) => `${kind} ${attempt} ${status ?? ""}`.trim())).toEqual([
    "request 1",
    "end 1",
    "retry 1",
    "request 2",
    "response 2 503",
    "end 2 503",
    "retry 2 503",
    "request 3",
    "response 3 200",
    "end 3 200",
  ]);
  expect(new Set(first.map(({ callId }) => callId)).size).toBe(1);
  const error = { name: "ConnectionError" };
  expect(first[1]).toMatchObject({ error, durationMs: expect.any(Number) });
  expect(first[2]).toMatchObject({ error, delayMs: expect.any(Number), operationId: "getComputer" });
  expect(first[6]).toMatchObject({ error: undefined, delayMs: expect.any(Number), method: "GET" });

  await rejectionOf(computers.get("hangs", { timeoutMs: 50 }));
  const controller = new AbortController();
  const aborted = rejectionOf(computers.get("hangs", { signal: controller.signal }));
  await vi.waitFor(() => expect(events.filter(({ kind }) => kind === "request")).toHaveLength(2), 60_000);
  controller.abort("stop");
  await aborted;
  const ends = events.filter(({ kind }) => kind === "end");
  expect(ends).toMatchObject([{ error: { name: "TimeoutError" } }, { error: "stop" }]);
  expect(new Set([...first, ...events].map(({ callId }) => callId)).size).toBe(3);
});

test.each(["onRequest", "fetch"])(
  "a call that is stopped in %s gets its onEnd immediately",
  async (place) => {
    const controller = new AbortController();
    const ends: unknown[] = [];
    const hooks: ClientHooks = {
      onRequest: () => place === "onRequest" && controller.abort("stop"),
      onEnd: ({ error }) => ends.push(error),
    };
    // It ignores its signal.
    const fetch = () => new Promise<Response>(() => setImmediate(() => controller.abort("stop")));
    const { computers } = clientOf(fetch, { hooks });
    expect(await rejectionOf(computers.get("cmp_1", { signal: controller.signal }))).toBe("stop");
    expect(ends).toEqual(["stop"]);
  },
);

test("a call that a hook aborts before its pause leaves no timer", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const controller = new AbortController();
  const reason = new Error("stop");
  const hooks = { onRetry: () => controller.abort(reason) };
  const { computers } = clientOf(async () => new Response("", { status: 503 }), { hooks });
  await expect(computers.get("cmp_1", { signal: controller.signal })).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});
