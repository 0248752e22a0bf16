import { createContext, runInContext } from "node:vm";
import { Window } from "happy-dom";
import { describe, expect, test } from "vitest";
import { createClient, isInvalidArgumentError, waitUntilSettled } from "../src/index.ts";
import { createClient as createPathClient } from "../src/openapi-fetch/openapi-fetch.ts";
import { listOptions } from "./list-computers.ts";
import { at, computerPath, reply, startClient, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

const circular: Record<string, unknown> = { name: "x" };
circular.self = circular;
const id = "cmp_1";
// biome-ignore lint/suspicious/noExplicitAny: a caller without types can pass anything.
type Anything = any;

const wait = (computers: Anything, ...args: Anything[]) =>
  (waitUntilSettled as Anything)({ computers }, ...args);

test.each<[string, (computers: Anything) => Promise<unknown>]>([
  ["an unknown option", (computers) => computers.get(id, { timeout: 5 })],
  ["an unknown parameter", (computers) => computers.list({ hostid: "a" })],
  ["a parameter that is an object", (computers) => computers.list({ hostId: {} })],
  ["a header of undefined", (computers) => computers.get(id, { headers: { "x-a": undefined } })],
  ["options of null", (computers) => computers.get(id, null)],
  ["an interval of 0", (computers) => wait(computers, id, { intervalMs: 0 })],
  ["a deadline that is not a number", (computers) => wait(computers, id, { deadlineMs: Number.NaN })],
  ["an unknown option of a wait", (computers) => wait(computers, id, { interval: 5 })],
  ["an onProgress that is an object", (computers) => wait(computers, id, { onProgress: {} })],
  ["a signal of false", (computers) => computers.get(id, { signal: false })],
  ["a signal that is an object", (computers) => computers.get(id, { signal: {} })],
  ["a signal that is another event target", (computers) => computers.get(id, { signal: new EventTarget() })],
  ["a signal of false for a wait", (computers) => wait(computers, id, { signal: false })],
  ["headers that are a number", (computers) => computers.get(id, { headers: 5 })],
  ["headers that are a string", (computers) => computers.get(id, { headers: "x-a: 1" })],
  ["headers that are single names", (computers) => computers.get(id, { headers: [["x-a"]] })],
  ["a bad header", (computers) => computers.get(id, { headers: { "x y": "1" } })],
  ["options that are a number", (computers) => computers.list(5)],
  ["options that are a string", (computers) => computers.list("hostId=a")],
  ["a body of null", (computers) => computers.update(id, null)],
  ["a body that is a Map", (computers) => computers.update(id, new Map([["name", "x"]]))],
  ["a body that is a string", (computers) => computers.update(id, '{"name":"x"}')],
  ["a body that refers to itself", (computers) => computers.update(id, circular)],
  ["a body with a BigInt", (computers) => computers.update(id, { name: 5n })],
  ["wait options of null", (computers) => wait(computers, id, null)],
  ...[
    "Authorization",
    "host",
    "Connection",
    "Content-Length",
    "transfer-encoding",
    "Expect",
    "keep-alive",
    "Proxy-Connection",
    "TE",
    "Trailer",
    "upgrade",
  ].map((name): [string, (computers: Anything) => Promise<unknown>] => [
    `the header ${name}`,
    (computers) => computers.update(id, { name: "x" }, { headers: { [name]: "5" } }),
  ]),
])("%s rejects with an InvalidArgumentError, and nothing is sent", async (_what, call) => {
  const { computers, received } = await startClient(reply.found);
  const error = await rejectionOf(call(computers));
  expect(isInvalidArgumentError(error)).toBe(true);
  expect(received).toHaveLength(0);
});

test.each<[name: string, options: unknown]>([
  ...[undefined, null, "http://a", []].map((options): [string, unknown] => ["", options]),
  ["timeoutMs", { timeoutMs: 0 }],
  ["timeoutMs", { timeoutMs: Number.NaN }],
  ["maxRetries", { maxRetries: -1 }],
  ["maxRetryAfterMs", { maxRetryAfterMs: "5" }],
  ["maxResponseBytes", { maxResponseBytes: -1 }],
  ["deadlineMs", { deadlineMs: Number.NaN }],
  ["timeout", { timeout: 5 }],
  ["signal", { signal: new AbortController().signal }],
  ["credentials", { credentials: "include" }],
  ["querySerializer", { querySerializer: () => "" }],
  ["headers", { headers: { "x y": "1" } }],
  ["headers", { headers: { "x-a": "1\n2" } }],
  ["headers", { headers: { "x-a": undefined } }],
  ["headers", { headers: { "Content-Length": "5" } }],
  ["headers", { headers: { authorization: "Bearer other" } }],
])("an invalid option (%s) throws at construction, by methods and by paths: %j", (name, options) => {
  const all = name === "" ? options : { baseUrl: "http://a", token: "key", ...(options as object) };
  for (const create of [createClient, createPathClient]) {
    expect(() => create(all as never)).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringContaining(name) }),
    );
  }
});

test("frozen options, and a body from another realm, are accepted; a user agent replaces the package's", async () => {
  const headers = Object.freeze({ "x-a": "1", "User-Agent": "mine" });
  const options = Object.freeze({ headers, hooks: Object.freeze({}) });
  const { computers, received } = await startClient(reply.found, options);
  await computers.list(Object.freeze({ ...listOptions, headers: Object.freeze({ "x-b": "2" }) }));
  await computers.update(id, runInContext('({ name: "x" })', createContext()));
  expect(received).toMatchObject([
    { url: "/api/v0/computers", headers: { "x-a": "1", "x-b": "2", "user-agent": "mine" } },
    { body: '{"name":"x"}' },
  ]);
});

/** A call of each kind of client; all take the same options. */
const calls: [way: string, get: (baseUrl: string, options: object) => Promise<unknown>][] = [
  [
    "by method",
    (baseUrl, options) => createClient({ baseUrl, token: "key" }).computers.get(id, options as Anything),
  ],
  [
    "by path",
    async (baseUrl, options) => {
      const api = createPathClient({ baseUrl, token: "key" });
      return (await api.GET(computerPath, { ...at(id), ...options } as Anything)).data;
    },
  ],
  [
    "by path, observed",
    async (baseUrl, options) => {
      const api = createPathClient({ baseUrl, token: "key" });
      api.use({ onRequest: () => undefined });
      return (await api.GET(computerPath, { ...at(id), ...options } as Anything)).data;
    },
  ],
];

describe.each(calls)("%s", (_way, get) => {
  test.each([false, 0, "", {}, new EventTarget()])("the signal %j is refused", async (signal) => {
    const { baseUrl, received } = await startServer(reply.found);
    const error = await rejectionOf(get(baseUrl, { signal }));
    expect(error).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching("^signal must be"),
    });
    expect(received).toHaveLength(0);
  });

  test.each([undefined, null])("the signal %j means no signal", async (signal) => {
    const { baseUrl } = await startServer(reply.found);
    expect(await get(baseUrl, { signal })).toMatchObject({ id });
  });

  test("a signal of another realm stops the call", async () => {
    const { baseUrl } = await startServer(reply.hanging);
    const { window } = new Window();
    const controller = new window.AbortController();
    const failed = rejectionOf(get(baseUrl, { signal: controller.signal }));
    controller.abort("enough");
    expect(await failed).toBe("enough");
  });

  test.each<[string, unknown]>([
    ["a record", { "X-A": "1", "x-b": "2" }],
    ["a Headers", new Headers({ "X-A": "1", "x-b": "2" })],
    ["a Headers of another realm", new new Window().Headers({ "X-A": "1", "x-b": "2" })],
    ["a Map", new Map(Object.entries({ "X-A": "1", "x-b": "2" }))],
    ["pairs", Object.entries({ "X-A": "1", "x-b": "2" })],
  ])("headers can be %s", async (_kind, headers) => {
    const { baseUrl, received } = await startServer(reply.found);
    await get(baseUrl, { headers });
    expect(received).toMatchObject([{ headers: { "x-a": "1", "x-b": "2", authorization: "Bearer key" } }]);
  });
});
