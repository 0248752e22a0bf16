import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ConnectionError } from "../../src/index.ts";
import { clientOf } from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

const token = "sk_live_a/b+c";

/** The error of a call with that `fetch`. */
const failureOf = (fetch: () => Promise<Response>, options = {}) =>
  rejectionOf(clientOf(fetch, { token, maxRetries: 0, ...options }).computers.get("cmp_1"));

const errorOf = (status: number, body: string, headers = {}, options = {}) =>
  failureOf(async () => new Response(body, { status, headers }), options);

test("the body of an error that is not a problem document is kept, but not printed", async () => {
  const text = String.raw`upstream connect error: C:\users\u0041bc \/x %41`;
  const error = await errorOf(502, text, { "content-type": "text/plain" });
  expect(error.message).toBe("getComputer: 502 without a problem document (text/plain)");
  expect(error.body).toBe(text);
  expect(error.problem).toBeUndefined();
  expect(inspect(error) + JSON.stringify(error)).not.toContain("upstream");
});

test("nested JSON that was cut off does not keep the process busy", async () => {
  // If each quotation mark started a search to the end, this would take hours.
  const body = `{"detail":"${'\\"a'.repeat(250_000)}`;
  expect(await errorOf(500, body)).toMatchObject({ status: 500, problem: undefined });
});

test("a success that is not a JSON object keeps its body", async () => {
  const error = await errorOf(200, "<html>login</html>", { "content-type": "text/html" });
  expect(error.message).toBe("getComputer: 200 without the promised JSON object (text/html)");
  expect(error.body).toBe("<html>login</html>");
});

test("keeps the first 2,000 characters of a long body, without credentials", async () => {
  const apiKey = "another-credential";
  const echo = `${token} ${encodeURIComponent(token)} ${JSON.stringify(token).replaceAll("/", "\\/")} ${apiKey} `;
  const error = await errorOf(500, echo.repeat(500), {}, { headers: { "x-api-key": apiKey } });
  expect(error.body).toHaveLength(2_000);
  expect(error.body).toMatch(/^\[redacted\] \[redacted\] "\[redacted\]" \[redacted\] /);
  expect(error.body).not.toContain("sk_live");
  expect(error.body).not.toContain("another");
});

test.each(["any", "key", "o", "short77"])("a short token (%s) leaves ordinary words alone", async (short) => {
  const detail = `the company of any key owns short77, Bearer ${short}`;
  const error = await errorOf(409, JSON.stringify({ type: "/problems/other", detail }), {}, { token: short });
  expect(error.problem).toEqual({
    type: "/problems/other",
    detail: "the company of any key owns short77, [redacted]",
  });
});

test.each([
  ["{}", undefined],
  ["[]", undefined],
  ["null", undefined],
  ['"text"', undefined],
  ['{"message":"no"}', undefined],
  ['{"title":5,"detail":{"a":1}}', undefined],
  ['{"title":"Taken","status":"409","detail":{"a":1},"type":null}', { title: "Taken" }],
  ['{"title":"","detail":""}', undefined],
  ['{"detail":"Taken.","errors":"all"}', { detail: "Taken." }],
  ['{"detail":"Taken.","errors":[{"message":5}]}', { detail: "Taken." }],
  ['{"detail":"Taken.","errors":[null]}', { detail: "Taken." }],
  ['{"detail":"x","errors":[{"message":"m","pointer":7}]}', { detail: "x" }],
  [
    '{"title":"t","extension":{"a":[1]},"errors":[{"message":"m","pointer":"/name"}]}',
    { title: "t", extension: { a: [1] }, errors: [{ message: "m", pointer: "/name" }] },
  ],
])("the problem of %s has the members of the right type", async (body, expected) => {
  const error = await errorOf(409, body, { "content-type": "application/problem+json" });
  expect(error.problem).toEqual(expected);
  expect(error.message).not.toContain("[object");
  expect(error.body).toBe(expected ? undefined : body);
});

test("a message and a cause are short and free of control characters", async () => {
  const detail = `a\nb\r\u001b[31mred\u0000\u2028\u202e${"x".repeat(100_000)}`;
  const error = await errorOf(409, JSON.stringify({ detail }));
  expect(error.message).toMatch(/^getComputer: 409 a b \[31mred x+$/);
  expect(error.stack.split("\n")[0].length).toBeLessThan(400);
  expect(error.problem.detail).toBe(detail);
  const { cause } = await failureOf(() => Promise.reject(new TypeError(detail)));
  expect(cause.message).toMatch(/^a b \[31mred x+$/);
  for (const { message } of [error, cause]) expect(message.length).toBeLessThanOrEqual(300);
});

/** Creates an error with a code. */
const coded = (code: unknown, options?: ErrorOptions) => Object.assign(new Error("x", options), { code });

const everyAddress = new AggregateError([coded("ENETUNREACH"), coded("ECONNREFUSED")]);

test.each<[string, unknown, string | undefined]>([
  ["its own code", coded("ECONNRESET"), "ECONNRESET"],
  ["the code of its cause", new TypeError("fetch failed", { cause: coded("EPIPE") }), "EPIPE"],
  ["the innermost code", coded("ERR_NETWORK", { cause: coded("CERT_HAS_EXPIRED") }), "CERT_HAS_EXPIRED"],
  ["an outer code", coded("UND_ERR_SOCKET", { cause: new Error("closed") }), "UND_ERR_SOCKET"],
  ["the first of several errors", new TypeError("fetch failed", { cause: everyAddress }), "ENETUNREACH"],
  ["a code of mixed case", coded("ConnectionRefused"), "ConnectionRefused"],
  ["no code", new TypeError("fetch failed"), undefined],
  ["a number", new DOMException("x", "NetworkError"), undefined],
  ["nothing", coded(null), undefined],
  ["a sentence", coded("The key is wrong"), undefined],
  ["a long word", coded("E".repeat(51)), undefined],
  ["the token", coded("CHK_the_token_itself"), undefined],
])("a fetch that fails with %s has the reason %s", async (_what, thrown, reason) => {
  const error = await failureOf(() => Promise.reject(thrown), { token: "CHK_the_token_itself" });
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error.reason).toBe(reason);
  expect(error.toJSON()).toHaveProperty("reason", reason);
  const why = reason === undefined ? "" : ` (${reason})`;
  expect(error.message).toBe(`getComputer: no complete response from http://a${why}`);
});

test.each([
  [[{ pointer: "/name", message: "must have at least 1 character" }], "/name must have at least 1 character"],
  [
    [{ parameter: "hostId", message: "must be a UUID" }, { message: "x" }],
    "hostId must be a UUID, and 1 more",
  ],
  [
    [{ pointer: "", message: "must be an object" }, {}, {}].map((one) => ({ message: "", ...one })),
    "body must be an object, and 2 more",
  ],
  [[{ pointer: "/name", message: `must not be ${token}` }], "/name must not be [redacted]"],
  [[], "The request breaks the schema; see errors."],
])("of the violations %j, the message names the first", async (errors, text) => {
  const detail = "The request breaks the schema; see errors.";
  const error = await errorOf(400, JSON.stringify({ title: "Invalid request", detail, errors }));
  expect(error.message).toBe(`getComputer: 400 ${text}`);
  expect(error.problem.detail).toBe(detail);
});

const ownCause = new Error("c");
ownCause.cause = ownCause;
const getter = {
  get: () => {
    throw new Error("no getter");
  },
};

test.each<[string, unknown]>([
  ["an error whose getter throws", Object.defineProperty(new Error("g"), "cause", getter)],
  ["an error that is its own cause", ownCause],
  ["a string", token],
  ["null", null],
  ["an object with a symbol as its message", { message: Symbol("x") }],
  ["undefined", undefined],
])("a fetch that throws %s is a ConnectionError without the token", async (_what, thrown) => {
  const error = await failureOf(() => Promise.reject(thrown));
  expect(error).toMatchObject({ name: "ConnectionError", operationId: "getComputer", attempts: 1 });
  expect(inspect(error, { depth: 9 })).not.toContain("sk_live");
});

class Denied {
  toString() {
    return "denied";
  }
}

test.each<[string, unknown, unknown]>([
  ["a string", "no\nlogin", "no login"],
  ["a number", 5, "5"],
  ["false", false, "false"],
  ["a symbol", Symbol("no login"), "Symbol(no login)"],
  ["an object that is no error", new Denied(), "denied"],
  ["an error that a string caused", new Error("x", { cause: "no login" }), { cause: "no login" }],
  ["null", null, "null"],
  ["undefined", undefined, undefined],
  ["an object without a text", Object.create(null), undefined],
])("%s that fetch or the token function throws is the error's cause", async (_what, thrown, cause) => {
  const fail = () => {
    throw thrown;
  };
  const refuse = async () => new Response("", { status: 401 });
  const errors = {
    ConnectionError: await failureOf(fail),
    TokenError: await failureOf(fail, { token: fail }),
    AuthenticationError: await failureOf(refuse, {
      token: ({ refresh }: { refresh: boolean }) => (refresh ? fail() : token),
    }),
  };
  for (const [name, error] of Object.entries(errors)) {
    expect(error.name).toBe(name);
    if (typeof cause === "object") expect(error.cause).toMatchObject(cause as object);
    else expect(error.cause).toBe(cause);
  }
});
