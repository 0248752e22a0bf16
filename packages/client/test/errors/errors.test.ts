import { expect, test } from "vitest";
import { errorClassByStatus } from "../../src/errors/error-class-by-status.gen.ts";
import * as client from "../../src/index.ts";
import { createClient as createPathClient } from "../../src/openapi-fetch/openapi-fetch.ts";
import { reply, startClient } from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

const { isApiError, isComputeHostError } = client;

test.each([...Object.keys(errorClassByStatus), "402", "405", "418", "502", "504"].map(Number))(
  "%i rejects with its class",
  async (status) => {
    const { computers } = await startClient(reply.failing(status), { maxRetries: 0 });
    const error: unknown = await rejectionOf(computers.get("cmp_1"));
    const name = errorClassByStatus[status]?.kind ?? (status < 500 ? "ApiError" : "ServerError");
    expect(error).toBeInstanceOf(new Map(Object.entries(client)).get(name));
    expect(isApiError(error) && isComputeHostError(error)).toBe(true);
    const details = { status, requestId: "req-1", operationId: "getComputer", attempts: 1 };
    const message = `getComputer: ${status} Detail ${status}.`;
    expect(error).toMatchObject({ ...details, problem: { title: `Problem ${status}` }, message });
  },
);

test("the JSON of an error has the details that a log needs", async () => {
  const { computers } = await startClient(reply.failing(404));
  expect(JSON.parse(JSON.stringify(await rejectionOf(computers.get("cmp_1"))))).toMatchObject({
    name: "NotFoundError",
    code: "NOT_FOUND",
    message: "getComputer: 404 Detail 404.",
    status: 404,
    requestId: "req-1",
    attempts: 1,
    problem: { title: "Problem 404" },
  });
});

type Constructor = new (message: string) => client.ComputeHostError;

/** Every exported error class. */
const classes = Object.values(client).filter(
  (value): value is typeof client.ComputeHostError => typeof value === "function" && "kind" in value,
);

const guardOf = (kind: string) =>
  (client as unknown as Record<string, (error: unknown) => boolean>)[`is${kind}`];

test.each(classes.map(({ kind }) => kind))("%s has a guard, its literal name and its code", (kind) => {
  const type = (client as unknown as Record<string, Constructor>)[kind] as Constructor;
  const error = new type("message");
  expect(error.name).toBe(kind);
  expect(error.code).toBe(
    kind
      .replace(/Error$/, "")
      .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
      .toUpperCase(),
  );
  expect(guardOf(kind)?.(error)).toBe(true);
  expect(client.isComputeHostError(error)).toBe(true);
  expect(String(error)).toBe(`${kind}: message`);
});

const { proxy, revoke } = Proxy.revocable({}, {});
revoke();

test("other values are not errors of this package", () => {
  const others = [undefined, null, "NotFoundError", 5, {}, new Error("NotFoundError"), proxy];
  for (const value of [...others, { name: "NotFoundError" }])
    for (const { kind } of classes) expect(guardOf(kind)?.(value)).toBe(false);
});

test.each([
  ["ConnectionError", { fetch: () => Promise.reject(new TypeError("broken")), maxRetries: 0 }],
  ["TimeoutError", { fetch: () => new Promise<Response>(() => {}), timeoutMs: 1 }],
  ["TokenError", { token: () => Promise.reject(new Error("no login")) }],
  ["NotFoundError", { fetch: async () => new Response("", { status: 404 }) }],
])("the stack of a %s names the caller", async (name, options) => {
  const { computers, GET } = createPathClient({ baseUrl: "http://a", token: "key", ...options });
  const params = { path: { computerId: "cmp_1" } };
  async function callByMethod() {
    await computers.get("cmp_1");
  }
  async function callByPath() {
    await GET("/api/v0/computers/{computerId}", { params });
  }
  const error = await rejectionOf(callByMethod());
  expect(error).toMatchObject({ name, stack: expect.stringContaining("callByMethod") });
  if (name === "NotFoundError") return;
  expect((await rejectionOf(callByPath())).stack).toContain("callByPath");
});
