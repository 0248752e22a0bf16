import { expect, test, vi } from "vitest";
import { createClient, isTokenError, type TokenRequest } from "../src/index.ts";
import { createClient as createOpenApiFetchClient } from "../src/openapi-fetch.ts";
import { computer, json, problem, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";
import { withEnoughTime } from "./with-enough-time.ts";

/** A server that accepts one token. */
const serverFor = (accepted: () => string) =>
  startServer((response, { headers }) =>
    headers.authorization === `Bearer ${accepted()}` ? json(response, 200, computer) : problem(response, 401),
  );

test("calls the token function before each request, without refresh", async () => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  const requests: TokenRequest[] = [];
  const token = (request: TokenRequest) => `key-${requests.push(request)}`;
  const { computers } = createClient({ baseUrl, token });
  await computers.get("cmp_1");
  await computers.get("cmp_1");
  expect(requests.map(({ refresh }) => refresh)).toEqual([false, false]);
  expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer key-1", "Bearer key-2"]);
});

test("a fixed token is not refreshed: 401 rejects after one request", async () => {
  const { baseUrl, received } = await serverFor(() => "other");
  const error = await rejectionOf(createClient({ baseUrl, token: "key" }).computers.get("cmp_1"));
  expect(error).toMatchObject({ name: "AuthenticationError", attempts: 1 });
  expect(received).toHaveLength(1);
});

test("a write is replayed after a refresh too, and that is not a retry", async () => {
  const { baseUrl } = await serverFor(() => "fresh");
  const token = ({ refresh }: TokenRequest) => (refresh ? "fresh" : "stale");
  const { computers } = createClient({ baseUrl, token, maxRetries: 0 });
  expect((await computers.update("cmp_1", { name: "x" }).withResponse()).attempts).toBe(2);
});

test("rejects after one replay if the refreshed token is refused as well", async () => {
  const { baseUrl, received } = await serverFor(() => "never");
  const token = ({ refresh }: TokenRequest) => (refresh ? "fresh" : "stale");
  const error = await rejectionOf(createClient({ baseUrl, token }).computers.get("cmp_1"));
  expect(error).toMatchObject({ name: "AuthenticationError", attempts: 2 });
  expect(received).toHaveLength(2);
});

test("later calls use the refreshed token, even if the function returns the refused one again", async () => {
  let refreshes = 0;
  const { baseUrl, received } = await serverFor(() => "fresh");
  const token = ({ refresh }: TokenRequest) => {
    if (refresh) refreshes++;
    return refresh ? "fresh" : "stale";
  };
  const { computers } = createClient({ baseUrl, token });
  await computers.get("cmp_1");
  await Promise.all([computers.get("cmp_1"), computers.get("cmp_1")]);
  expect(refreshes).toBe(1);
  const sent = received.map(({ headers }) => headers.authorization);
  expect(sent).toEqual(["Bearer stale", "Bearer fresh", "Bearer fresh", "Bearer fresh"]);
});

test("a later refusal of the refreshed token refreshes again", async () => {
  let version = 1;
  const { baseUrl } = await serverFor(() => `key-${version}`);
  let held = "key-0";
  const token = ({ refresh }: TokenRequest) => {
    if (refresh) held = `key-${version}`;
    return held;
  };
  const { computers } = createClient({ baseUrl, token });
  await computers.get("cmp_1");
  version = 2;
  expect(await computers.get("cmp_1")).toEqual(computer);
});

test("a failed refresh rejects all waiting calls, and the next call tries again", async () => {
  const { baseUrl } = await serverFor(() => "fresh");
  let isDown = true;
  let refreshes = 0;
  let refused = 0;
  let bothWait = () => {};
  const bothRefused = new Promise<void>((resolve) => {
    bothWait = resolve;
  });
  const onResponse = ({ status }: { status: number }) => {
    if (status === 401 && ++refused === 2) setImmediate(bothWait);
  };
  const token = async ({ refresh }: TokenRequest) => {
    if (!refresh) return "stale";
    refreshes++;
    await bothRefused;
    if (isDown) throw new Error("login service is down");
    return "fresh";
  };
  const { computers } = createClient({ baseUrl, token, hooks: { onResponse } });
  const errors = await Promise.all([
    rejectionOf(computers.get("cmp_1")),
    rejectionOf(computers.get("cmp_1")),
  ]);
  for (const error of errors) {
    expect(error).toMatchObject({ name: "AuthenticationError", cause: { message: "login service is down" } });
  }
  expect(refreshes).toBe(1);
  isDown = false;
  expect(await computers.get("cmp_1")).toEqual(computer);
});

test("one caller's abort leaves the shared refresh alone; the last one's aborts it", async () => {
  const { baseUrl } = await serverFor(() => "fresh");
  let refreshSignal: AbortSignal | undefined;
  const token = ({ refresh, signal }: TokenRequest) => {
    if (!refresh) return "stale";
    refreshSignal = signal;
    return new Promise<string>(() => {});
  };
  let refused = 0;
  const { computers } = createClient({ baseUrl, token, hooks: { onResponse: () => ++refused } });
  const [one, two] = [new AbortController(), new AbortController()];
  const calls = [one, two].map(({ signal }) => rejectionOf(computers.get("cmp_1", { signal })));
  await vi.waitFor(() => expect(refused).toBe(2), 60_000);
  await new Promise(setImmediate);
  one.abort("one");
  expect(await calls[0]).toBe("one");
  expect(refreshSignal?.aborted).toBe(false);
  two.abort("two");
  expect(await calls[1]).toBe("two");
  expect(refreshSignal?.aborted).toBe(true);
});

test("a refreshed token is kept if a call that waited for it is aborted later", async () => {
  const { baseUrl } = await startServer((response, { headers, url }) => {
    if (headers.authorization !== "Bearer fresh") problem(response, 401);
    else if (!url.endsWith("/slow")) json(response, 200, computer);
  });
  let refreshes = 0;
  const token = ({ refresh }: TokenRequest) => {
    if (refresh) refreshes++;
    return refresh ? "fresh" : "stale";
  };
  const controller = new AbortController();
  const hooks = {
    onRequest: ({ attempt }: { attempt: number }) =>
      attempt === 2 && setImmediate(() => controller.abort("stop")),
  };
  const { computers } = createClient({ baseUrl, token });
  const slow = computers.get("slow", { signal: controller.signal, hooks });
  expect(await rejectionOf(slow)).toBe("stop");
  expect(await computers.get("cmp_1")).toEqual(computer);
  expect(refreshes).toBe(1);
});

test.each([
  [
    "throws",
    () => {
      throw Object.assign(new Error("no login"), { code: "EAUTH", secret: "s3cr3t" });
    },
  ],
  [
    "rejects",
    () => Promise.reject(Object.assign(new Error("no login"), { code: "EAUTH", secret: "s3cr3t" })),
  ],
])("a token function that %s causes a TokenError with its error as the cause", async (_how, token) => {
  const { baseUrl, received } = await serverFor(() => "key");
  const error = await rejectionOf(createClient({ baseUrl, token }).computers.get("cmp_1"));
  expect(isTokenError(error)).toBe(true);
  expect(error).toMatchObject({
    code: "TOKEN",
    operationId: "getComputer",
    attempts: 0,
    message: "getComputer: the token function failed",
    cause: { message: "no login", code: "EAUTH" },
  });
  expect(error.cause).not.toHaveProperty("secret");
  expect(received).toHaveLength(0);
});

test.each([undefined, null, "", 5, "two words"])("a token function that returns %j fails", async (given) => {
  const { baseUrl, received } = await serverFor(() => "key");
  const error = await rejectionOf(
    createClient({ baseUrl, token: () => given as string }).computers.get("cmp_1"),
  );
  expect(error).toMatchObject({
    name: "TokenError",
    attempts: 0,
    cause: { message: "token() must be printable ASCII without spaces" },
  });
  expect(received).toHaveLength(0);
});

test.each([false, true])("a token function that hangs (refresh: %s) fails after timeoutMs", async (when) => {
  const { baseUrl } = await serverFor(() => "fresh");
  let signal: AbortSignal | undefined;
  const token = (request: TokenRequest) => {
    if (request.refresh !== when) return "stale";
    signal = request.signal;
    return new Promise<string>(() => {});
  };
  const { error, timeoutMs } = await withEnoughTime(async (timeoutMs) => {
    const error = await rejectionOf(createClient({ baseUrl, token, timeoutMs }).computers.get("cmp_1"));
    return { error, timeoutMs, happened: signal !== undefined };
  });
  expect(error).toMatchObject({
    name: "TimeoutError",
    timeoutMs,
    message: `getComputer: no token within timeoutMs (${timeoutMs} ms)`,
  });
  expect(signal?.aborted).toBe(true);
});

test("a client without a token sends none, does not refresh after a 401, and sends that of a middleware", async () => {
  const { baseUrl, received } = await serverFor(() => "of-the-middleware");
  const api = createOpenApiFetchClient({ baseUrl, token: false });
  const error = await rejectionOf(api.computers.get("cmp_1"));
  expect(error).toMatchObject({ name: "AuthenticationError", attempts: 1 });
  expect(error.cause).toBeUndefined();
  const params = { path: { computerId: "cmp_1" } };
  expect((await api.GET("/api/v0/computers/{computerId}", { params })).response.status).toBe(401);
  api.use({
    onRequest: ({ request }) => request.headers.set("authorization", "Bearer of-the-middleware"),
  });
  expect((await api.GET("/api/v0/computers/{computerId}", { params })).data).toEqual(computer);
  expect(received.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    undefined,
    "Bearer of-the-middleware",
  ]);
});
