import { expect, test, vi } from "vitest";
import { isTokenError, type TokenRequest } from "../../src/index.ts";
import { createClient as createOpenApiFetchClient } from "../../src/openapi-fetch/openapi-fetch.ts";
import { type Answer, computer, json, problem, reply, startClient } from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";
import { withEnoughTime } from "../with-enough-time.ts";

/** Accepts one token. */
const accepting =
  (accepted: () => string): Answer =>
  (response, { headers }) =>
    headers.authorization === `Bearer ${accepted()}` ? json(response, 200, computer) : problem(response, 401);
const acceptsFresh = accepting(() => "fresh");

/** A token function that counts its refreshes. */
function refreshing() {
  const counted = {
    refreshes: 0,
    token({ refresh }: TokenRequest) {
      if (refresh) counted.refreshes++;
      return refresh ? "fresh" : "stale";
    },
  };
  return counted;
}

test("calls the token function before each request, without refresh", async () => {
  const requests: TokenRequest[] = [];
  const token = (request: TokenRequest) => `key-${requests.push(request)}`;
  const { computers, received } = await startClient(reply.found, { token });
  await computers.get("cmp_1");
  await computers.get("cmp_1");
  expect(requests.map(({ refresh }) => refresh)).toEqual([false, false]);
  expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer key-1", "Bearer key-2"]);
});

test.each([
  ["a fixed token is refused", "key", 1],
  ["the refreshed token is refused as well", refreshing().token, 2],
])("rejects if %s", async (_when, token, attempts) => {
  const { computers, received } = await startClient(reply.failing(401), { token });
  expect(await rejectionOf(computers.get("cmp_1"))).toMatchObject({ name: "AuthenticationError", attempts });
  expect(received).toHaveLength(attempts);
});

test("a write is also replayed after a refresh, which is not a retry", async () => {
  const { computers } = await startClient(acceptsFresh, { token: refreshing().token, maxRetries: 0 });
  expect((await computers.update("cmp_1", { name: "x" }).withResponse()).attempts).toBe(2);
});

test("later calls use the refreshed token, even if the function returns the refused one again", async () => {
  const counted = refreshing();
  const { computers, received } = await startClient(acceptsFresh, { token: counted.token });
  await computers.get("cmp_1");
  await Promise.all([computers.get("cmp_1"), computers.get("cmp_1")]);
  expect(counted.refreshes).toBe(1);
  const sent = received.map(({ headers }) => headers.authorization);
  expect(sent).toEqual(["Bearer stale", "Bearer fresh", "Bearer fresh", "Bearer fresh"]);
});

test("when the refreshed token is refused later, it is refreshed again", async () => {
  let version = 1;
  let held = "key-0";
  const token = ({ refresh }: TokenRequest) => {
    if (refresh) held = `key-${version}`;
    return held;
  };
  const { computers } = await startClient(
    accepting(() => `key-${version}`),
    { token },
  );
  await computers.get("cmp_1");
  version = 2;
  expect(await computers.get("cmp_1")).toEqual(computer);
});

test("a failed refresh rejects all waiting calls, and the next call tries again", async () => {
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
  const { computers } = await startClient(acceptsFresh, { token, hooks: { onResponse } });
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

test("only the last caller's abort aborts the shared refresh, which a later call waits for as well", async () => {
  let refreshSignal: AbortSignal | undefined;
  const token = ({ refresh, signal }: TokenRequest) => {
    if (!refresh) return "stale";
    refreshSignal = signal;
    return new Promise<string>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  };
  let refused = 0;
  const hooks = { onResponse: () => ++refused };
  const { computers, received } = await startClient(acceptsFresh, { token, hooks });
  const controllers = ["one", "two", "later"].map((reason) => ({ reason, own: new AbortController() }));
  const call = ({ own: { signal } }: (typeof controllers)[number]) =>
    rejectionOf(computers.get("cmp_1", { signal }));
  const calls = controllers.slice(0, 2).map(call);
  await vi.waitFor(() => expect(refused).toBe(2), 60_000);
  calls.push(...controllers.slice(2).map(call));
  await new Promise(setImmediate);
  for (const [index, { reason, own }] of controllers.entries()) {
    expect(refreshSignal?.aborted).toBe(false);
    own.abort(reason);
    expect(await calls[index]).toBe(reason);
  }
  expect(refreshSignal?.aborted).toBe(true);
  expect(received).toHaveLength(2);
});

test("a refreshed token is kept if a call that waited for it is aborted later", async () => {
  const counted = refreshing();
  const controller = new AbortController();
  const hooks = {
    onRequest: ({ attempt }: { attempt: number }) =>
      attempt === 2 && setImmediate(() => controller.abort("stop")),
  };
  const { computers } = await startClient(
    (response, request, index) =>
      (request.headers.authorization === "Bearer fresh" && request.url.endsWith("/slow")) ||
      acceptsFresh(response, request, index),
    { token: counted.token },
  );
  const slow = computers.get("slow", { signal: controller.signal, hooks });
  expect(await rejectionOf(slow)).toBe("stop");
  expect(await computers.get("cmp_1")).toEqual(computer);
  expect(counted.refreshes).toBe(1);
});

const noLogin = Object.assign(new Error("no login"), { code: "EAUTH", secret: "s3cr3t" });
const unusable = {
  message: expect.stringMatching("^token\\(\\) must be printable ASCII without spaces; got "),
};

test.each<[string, () => unknown, { message: string; code?: string }]>([
  ["rejects", () => Promise.reject(noLogin), { message: "no login", code: "EAUTH" }],
  [
    "throws",
    () => {
      throw noLogin;
    },
    { message: "no login", code: "EAUTH" },
  ],
  ["returns undefined", () => undefined, unusable],
  ["returns null", () => null, unusable],
  ['returns ""', () => "", unusable],
  ["returns a number", () => 5, unusable],
  ["returns two words", () => "two words", unusable],
])(
  "a token function that %s causes a TokenError with the reason as its cause",
  async (_how, token, cause) => {
    const { computers, received } = await startClient(reply.found, { token: token as () => string });
    const error = await rejectionOf(computers.get("cmp_1"));
    expect(isTokenError(error)).toBe(true);
    const message = "getComputer: the token function failed";
    expect(error).toMatchObject({ code: "TOKEN", operationId: "getComputer", attempts: 0, message, cause });
    expect(error.cause).not.toHaveProperty("secret");
    expect(received).toHaveLength(0);
  },
);

test.each([false, true])("a token function that hangs (refresh: %s) fails after timeoutMs", async (when) => {
  let signal: AbortSignal | undefined;
  const token = (request: TokenRequest) => {
    if (request.refresh !== when) return "stale";
    signal = request.signal;
    return new Promise<string>(() => {});
  };
  const { computers } = await startClient(acceptsFresh, { token });
  const { error, timeoutMs } = await withEnoughTime(async (timeoutMs) => {
    const error = await rejectionOf(computers.get("cmp_1", { timeoutMs }));
    return { error, timeoutMs, happened: signal !== undefined };
  });
  const message = `getComputer: no token within timeoutMs (${timeoutMs} ms)`;
  expect(error).toMatchObject({ name: "TimeoutError", timeoutMs, message });
  expect(signal?.aborted).toBe(true);
});

test("a client without a token sends none, does not refresh after a 401, and sends middleware's token", async () => {
  const { baseUrl, received } = await startClient(accepting(() => "of-the-middleware"));
  const api = createOpenApiFetchClient({ baseUrl, token: false });
  const error = await rejectionOf(api.computers.get("cmp_1"));
  expect(error).toMatchObject({ name: "AuthenticationError", attempts: 1 });
  expect(error.cause).toBeUndefined();
  api.use({
    onRequest: ({ request }) => request.headers.set("authorization", "Bearer of-the-middleware"),
  });
  const params = { path: { computerId: "cmp_1" } };
  expect((await api.GET("/api/v0/computers/{computerId}", { params })).data).toEqual(computer);
  expect(received.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    "Bearer of-the-middleware",
  ]);
});
