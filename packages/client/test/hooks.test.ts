import { expect, onTestFinished, test, vi } from "vitest";
import { type ClientHooks, createClient, type EndEvent, type RequestEvent } from "../src/index.ts";
import { computer, json, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

test("hooks see requests and responses, without credentials and bodies", async () => {
  const { baseUrl } = await startServer((response) => json(response, 200, computer));
  const events: unknown[] = [];
  const hooks: ClientHooks = {
    onRequest: (event) => events.push(event),
    onResponse: (event) => events.push(event),
  };
  const headers = {
    "x-api-key": "secret-key",
    cookie: "secret-cookie",
    "x-session-id": "secret-session",
    "x-password": "secret-password",
    "x-pat": "secret-pat",
    traceparent: "00-1-2-01",
  };
  const { computers } = createClient({ baseUrl, token: "secret-token", hooks, headers });
  await computers.update("cmp_1", { name: "secret-name" });
  const request = {
    operationId: "updateComputer",
    method: "PATCH",
    url: `${baseUrl}/api/v0/computers/cmp_1`,
    attempt: 1,
    headers: {
      authorization: "[redacted]",
      "x-api-key": "[redacted]",
      cookie: "[redacted]",
      "x-session-id": "[redacted]",
      "x-password": "[redacted]",
      "x-pat": "[redacted]",
      traceparent: "00-1-2-01",
    },
  };
  expect(events).toMatchObject([
    request,
    { ...request, status: 200, requestId: "req-1", durationMs: expect.any(Number) },
  ]);
  expect(JSON.stringify(events)).not.toContain("secret");
});

test("onResponse and onEnd get the headers of the response, without credentials", async () => {
  const echo = {
    "x-echo": "Bearer secret-token",
    "set-cookie": "sid=secret-session",
    sunset: "Wed, 01 Dec 2027 00:00:00 GMT",
  };
  const { baseUrl } = await startServer((response) => json(response, 200, computer, echo));
  const seen: (Headers | undefined)[] = [];
  const see = ({ responseHeaders }: Pick<EndEvent, "responseHeaders">) => seen.push(responseHeaders);
  const hooks: ClientHooks = { onResponse: see, onEnd: see };
  await createClient({ baseUrl, token: "secret-token", hooks }).computers.get("cmp_1");
  const expected = { "x-echo": "[redacted]", "set-cookie": "[redacted]", sunset: echo.sunset };
  for (const headers of seen) expect(Object.fromEntries(headers ?? [])).toMatchObject(expected);
  expect(seen).toHaveLength(2);
});

test("an event keeps its own response while the call continues, and can be cloned for a log", async () => {
  const { baseUrl } = await startServer((response, _request, index) =>
    json(response, index === 0 ? 503 : 200, computer, { "retry-after": "0", "x-attempt": `${index + 1}` }),
  );
  const events: Pick<EndEvent, "attempt" | "responseHeaders">[] = [];
  const others: RequestEvent[] = [];
  const keep = (event: RequestEvent) => others.push(event);
  const see = (event: (typeof events)[number]) => events.push(event);
  const hooks: ClientHooks = { onRequest: keep, onRetry: keep, onResponse: see, onEnd: see };
  await createClient({ baseUrl, token: "key", hooks }).computers.get("cmp_1");
  expect(events.map(({ attempt, responseHeaders }) => [attempt, responseHeaders?.get("x-attempt")])).toEqual([
    [1, "1"],
    [1, "1"],
    [2, "2"],
    [2, "2"],
  ]);
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
  const { baseUrl } = await startServer((response, _request, index) =>
    json(response, index === 0 ? 503 : 200, computer, { "retry-after": "0" }),
  );
  const hooks = { onRequest: hook, onResponse: hook, onRetry: hook };
  expect(await createClient({ baseUrl, token: "key", hooks }).computers.get("cmp_1")).toEqual(computer);
});

test("a hook cannot change what is sent", async () => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  const hooks: ClientHooks = {
    onRequest(event) {
      Object.assign(event, { url: "http://elsewhere" });
      Object.assign(event.headers, { authorization: "Bearer other" });
    },
  };
  await createClient({ baseUrl, token: "key", hooks }).computers.get("cmp_1");
  expect(received[0]?.headers.authorization).toBe("Bearer key");
});

test("the call's hooks replace the client's", async () => {
  const { baseUrl } = await startServer((response) => json(response, 200, computer));
  const seen: string[] = [];
  const hook = (name: string): ClientHooks => ({ onRequest: () => seen.push(name) });
  await createClient({ baseUrl, token: "key", hooks: hook("client") }).computers.get("cmp_1", {
    hooks: hook("call"),
  });
  expect(seen).toEqual(["call"]);
});

test("each request has one end, whatever its outcome, and the events of a call share its ID", async () => {
  const { baseUrl } = await startServer((response, { url }, index) => {
    if (url.endsWith("/hangs")) return;
    if (index === 0) response.destroy();
    else if (index === 1) json(response, 503, {}, { "retry-after": "0" });
    else json(response, 200, computer);
  });
  const events: (RequestEvent & { kind: string; status?: number | undefined; error?: unknown })[] = [];
  const see = (kind: string) => (event: RequestEvent) => events.push({ ...event, kind });
  const hooks: ClientHooks = {
    onRequest: see("request"),
    onResponse: see("response"),
    onEnd: see("end"),
    onRetry: see("retry"),
  };
  const { computers } = createClient({ baseUrl, token: "key", hooks });
  await computers.get("cmp_1");
  const first = events.splice(0);
  expect(first.map(({ kind, attempt, status }) => [kind, attempt, status])).toEqual([
    ["request", 1, undefined],
    ["end", 1, undefined],
    ["retry", 1, undefined],
    ["request", 2, undefined],
    ["response", 2, 503],
    ["end", 2, 503],
    ["retry", 2, 503],
    ["request", 3, undefined],
    ["response", 3, 200],
    ["end", 3, 200],
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
    const { computers } = createClient({ baseUrl: "http://a", token: "key", fetch, hooks });
    expect(await rejectionOf(computers.get("cmp_1", { signal: controller.signal }))).toBe("stop");
    expect(ends).toEqual(["stop"]);
  },
);

test("no timer is left of a call that a hook has aborted before its pause", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const controller = new AbortController();
  const reason = new Error("stop");
  const hooks = { onRetry: () => controller.abort(reason) };
  const client = createClient({
    baseUrl: "http://127.0.0.1:9",
    token: "t",
    hooks,
    fetch: async () => new Response("", { status: 503 }),
  });
  await expect(client.computers.list({ signal: controller.signal })).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});

test("onRequest is called synchronously before fetch", async () => {
  const order: string[] = [];
  const fetch = async () => {
    order.push("fetch");
    return Response.json(computer);
  };
  const hooks: ClientHooks = {
    onRequest() {
      order.push("onRequest");
      queueMicrotask(() => order.push("later"));
    },
  };
  await createClient({ baseUrl: "http://a", token: () => "key", fetch, hooks }).computers.get("cmp_1");
  expect(order).toEqual(["onRequest", "fetch", "later"]);
});

test("hooks may be an object of a class", async () => {
  class Counter implements ClientHooks {
    readonly seen: string[] = [];
    onRequest() {
      this.seen.push("request");
    }
    onResponse() {
      this.seen.push("response");
    }
    onEnd() {
      this.seen.push("end");
    }
    onRetry() {
      this.seen.push("retry");
    }
  }
  const { baseUrl } = await startServer((response, _request, index) =>
    index === 0 ? response.destroy() : json(response, 200, computer),
  );
  const hooks = new Counter();
  await createClient({ baseUrl, token: "key", hooks }).computers.get("cmp_1");
  expect(hooks.seen).toEqual(["request", "end", "retry", "request", "response", "end"]);
});
