import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { createClient, isComputeHostError, isInvalidArgumentError, waitUntilSettled } from "../src/index.ts";
import { createClient as createPathClient } from "../src/openapi-fetch.ts";
import { schemas } from "../src/schemas.gen.ts";
import { listOptions } from "./list-computers.ts";
import { computer, json, startServer } from "./misbehaving-server.ts";
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
  ["a parameter of null", (computers) => computers.list({ hostId: null })],
  ["a parameter that is an object", (computers) => computers.list({ hostId: {} })],
  ["a parameter that is a date", (computers) => computers.list({ hostId: new Date() })],
  ["a header of undefined", (computers) => computers.get(id, { headers: { "x-a": undefined } })],
  ["a header that is a date", (computers) => computers.get(id, { headers: { "x-a": new Date() } })],
  ["options of null", (computers) => computers.get(id, null)],
  ["options that are a number", (computers) => computers.get(id, 5)],
  ["an interval of 0", (computers) => wait(computers, id, { intervalMs: 0 })],
  ["a deadline that is not a number", (computers) => wait(computers, id, { deadlineMs: Number.NaN })],
  ["an unknown option of a wait", (computers) => wait(computers, id, { interval: 5 })],
  ["an onProgress that is an object", (computers) => wait(computers, id, { onProgress: {} })],
  ["a limit of 0", (computers) => computers.get(id, { timeoutMs: 0 })],
  ["a bad header", (computers) => computers.get(id, { headers: { "x y": "1" } })],
  ["a list with options that are a number", (computers) => computers.list(5)],
  ["options that are a list", (computers) => computers.list(["a"])],
  ["options that are a text", (computers) => computers.list("hostId=a")],
  ["a body of null", (computers) => computers.update(id, null)],
  ["a body that is a Map", (computers) => computers.update(id, new Map([["name", "x"]]))],
  ["a body that is a string", (computers) => computers.update(id, '{"name":"x"}')],
  ["a body that refers to itself", (computers) => computers.update(id, circular)],
  ["a body with a BigInt", (computers) => computers.update(id, { name: 5n })],
  ["wait options of null", (computers) => wait(computers, id, null)],
  ...["Authorization", "host", "Connection", "Content-Length", "transfer-encoding"].map(
    (name): [string, (computers: Anything) => Promise<unknown>] => [
      `the header ${name}`,
      (computers) => computers.update(id, { name: "x" }, { headers: { [name]: "5" } }),
    ],
  ),
])("%s rejects with an InvalidArgumentError, and nothing is sent", async (_what, call) => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  const error = await rejectionOf(call(createClient({ baseUrl, token: "key" }).computers));
  expect(isInvalidArgumentError(error)).toBe(true);
  expect(received).toHaveLength(0);
});

/** Client options that are wrong, with the name that the message has. */
const wrongOptions: readonly (readonly [string, unknown])[] = [
  ["timeoutMs", 0],
  ["timeoutMs", Number.NaN],
  ["maxRetries", -1],
  ["maxRetryAfterMs", "5"],
  ["maxResponseBytes", -1],
  ["deadlineMs", Number.NaN],
  ["timeout", 5],
  ["signal", new AbortController().signal],
  ["credentials", "include"],
  ["querySerializer", () => ""],
  ["headers", { "x y": "1" }],
  ["headers", { "x-a": "1\n2" }],
  ["headers", { "x-a": undefined }],
  ["headers", { "Content-Length": "5" }],
  ["headers", { authorization: "Bearer other" }],
];

test.each([
  ...[undefined, null, "http://a", []].map((options) => ["", options] as const),
  ...wrongOptions.map(([name, value]) => {
    const wrong = /^on/.test(name) ? { hooks: { [name]: value } } : { [name]: value };
    return [name, { baseUrl: "http://a", token: "key", ...wrong }] as const;
  }),
])("a wrong option (%s) throws at construction, by methods and by paths: %j", (name, options) => {
  for (const create of [createClient, createPathClient]) {
    expect(() => create(options as never)).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringContaining(name) }),
    );
  }
});

test("frozen options are accepted", async () => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, { computers: [] }));
  const options = Object.freeze({
    baseUrl,
    token: "key",
    headers: Object.freeze({ "x-a": "1" }),
    hooks: Object.freeze({}),
  });
  const { computers } = createClient(options);
  await computers.list(Object.freeze({ ...listOptions, headers: Object.freeze({ "x-b": "2" }) }));
  expect(received[0]).toMatchObject({ url: "/api/v0/computers", headers: { "x-a": "1", "x-b": "2" } });
});

test("accepts a body from another realm", async () => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  const update = runInContext('({ name: "x" })', createContext());
  await createClient({ baseUrl, token: "key" }).computers.update(id, update);
  expect(received[0]?.body).toBe('{"name":"x"}');
});

test("a user agent of the caller replaces the package's", async () => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  await createClient({ baseUrl, token: "key", headers: { "User-Agent": "mine" } }).computers.get(id);
  expect(received[0]?.headers["user-agent"]).toBe("mine");
});

test("a validator that throws causes an error of the package that names its reason", async () => {
  const { baseUrl } = await startServer((response) => json(response, 200, computer));
  const broken = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: () => {
        throw new Error("broken validator");
      },
    },
  } as const;
  const { computers } = createClient({
    baseUrl,
    token: "key",
    validate: { ...schemas, Computer: broken, ComputerUpdate: broken } as never,
  });
  for (const call of [() => computers.get(id), () => computers.update(id, {})]) {
    const error = await rejectionOf(call());
    expect(isComputeHostError(error)).toBe(true);
    expect(error).toMatchObject({ message: expect.stringContaining("broken validator") });
  }
});
