import { inspect } from "node:util";
import { array, assert, asyncProperty, constantFrom, dictionary, stringMatching } from "fast-check";
import { expect, test } from "vitest";
import { type ClientOptions, createClient, type EndEvent } from "../src/index.ts";
import { createClient as createPathClient } from "../src/openapi-fetch.ts";
import { schemas } from "../src/schemas.gen.ts";
import { json, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

/** Names of header fields whose values observers may see, and of those that a caller cannot set. */
const others =
  /^(accept|cache-control|content-type|if-|user-agent)|\bb3|datadog|trace|(correlation|request)-id|idempotency-key|^(authorization|host|connection|keep-alive|upgrade|expect|content-length|transfer-encoding)$/;
const names = stringMatching(/^[a-z][a-z0-9-]{0,20}$/).filter((name) => !others.test(name));
/** Names that say that the value is a credential. */
const credentialNames = stringMatching(
  /^(x-([a-z]{1,5}-)?(api-?key|apikey|auth|token|secret|client-secret|password|passphrase|session-id|sid|pat|jwt|csrf-token|signature|credentials)|cookie2|proxy-authorization)$/,
);
// Long enough to be removed from texts; none of them is in a text of the client's own.
const secret = stringMatching(/^[!-~]{6,30}$/).map((text) => `~${text}~`);
const cookie = array(
  secret.map((text) => text.replace(/[\s;,="\\]/g, "_")),
  { minLength: 1, maxLength: 3 },
);
const styles = ["plain", "encoded", "hexadecimal", "json", "slashes", "unicode"] as const;

const computerPath = "/api/v0/computers/{computerId}";
const at = { params: { path: { computerId: "cmp_1" } } };

/** Writes a text as a service may echo it. */
function written(text: string, style: (typeof styles)[number]): string {
  const inJson = JSON.stringify(text).slice(1, -1);
  if (style === "encoded") return encodeURIComponent(text);
  if (style === "hexadecimal") return [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join("");
  if (style === "slashes") return inJson.replaceAll("/", "\\/");
  if (style === "json") return inJson;
  if (style === "plain") return text;
  return [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

/** Everything that can be read from a value, however deep or hidden. */
function everything(value: unknown): string {
  const { headers } = Object(value) as { headers?: unknown };
  const inspected = inspect(value, {
    depth: 20,
    showHidden: true,
    maxStringLength: null,
    breakLength: Infinity,
  });
  return [
    inspected,
    JSON.stringify(value),
    String(value),
    JSON.stringify(headers instanceof Headers ? [...headers] : headers),
  ].join("\n");
}

test("no credential is in an error or in an event, wherever it comes back, and no other header that might be one in an event", async () => {
  await assert(
    asyncProperty(
      dictionary(names, secret, { maxKeys: 2 }),
      dictionary(credentialNames, secret, { maxKeys: 3 }),
      cookie,
      secret,
      constantFrom(...styles),
      constantFrom(200, 400, 401, 404, 409, 413, 415, 418, 429, 500, 503),
      constantFrom("problem", "name", "json", "text", "failure"),
      async (unclear, fields, cookies, token, style, status, place) => {
        const headers = {
          ...unclear,
          ...fields,
          cookie: cookies.map((one, index) => `c${index}=${one}`).join("; "),
        };
        const secrets = [...Object.values(fields), ...cookies, token, headers.cookie];
        const echo = secrets.map((one) => written(one, style)).join(" ");
        const isJson = ["json", "slashes", "unicode"].includes(style);
        const text = isJson ? echo : JSON.stringify(echo).slice(1, -1);
        const bodies = {
          problem: `{"title":"${text}","detail":"${text}","extension":{"a":["${text}"]},"errors":[{"pointer":"${text}","message":"${text}"}]}`,
          name: `{"title":"t","${text}":1,"extension":{"${text}":[]}}`,
          json: `{"${text}":"${text}"}`,
          text: isJson && style !== "slashes" ? `"${text}"` : echo,
          failure: "",
        };
        const field = style === "encoded" || style === "hexadecimal" ? echo : secrets.join(" ");
        const fetch = async () => {
          if (place === "failure") {
            const cause = Object.assign(new Error(echo), { code: secrets[0], name: echo });
            throw Object.assign(new TypeError(echo, { cause }), { request: headers });
          }
          const response = new Response(status === 200 ? `<${bodies[place]}` : bodies[place], {
            status,
            statusText: "x",
            headers: { "x-request-id": field, "x-echo": field, "content-type": field, "set-cookie": field },
          });
          return response;
        };
        const events: unknown[] = [];
        const see = (event: unknown) => events.push(event);
        const hooks = { onRequest: see, onResponse: see, onEnd: see, onRetry: see };
        const options = { baseUrl: "http://a", token, headers, fetch, hooks, maxRetries: 0 };
        const byMethod = await rejectionOf(createClient(options).computers.get("cmp_1"));
        const byPath = await createPathClient(options)
          .GET(computerPath, at)
          .then(
            ({ error }) => error,
            (error: unknown) => error,
          );
        const seen = [byMethod, byPath, ...events].map(everything).join("\n");
        expect(
          [...secrets, ...Object.values(unclear)].filter((one) =>
            [one, written(one, style), JSON.stringify(one).slice(1, -1)].some((form) => seen.includes(form)),
          ),
        ).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

test("a header that holds no credential changes nothing in a response that repeats it, by method and by path", async () => {
  const correlationId = "0f9d7a52-3a1c-4c55-8f43-1d2e3f4a5b6c";
  const document = {
    type: "/problems/conflict",
    title: "Name taken",
    status: 409,
    detail: "getComputer of 1234567890 in application/json",
    requestId: correlationId,
    accountId: 1234567890,
  };
  const { baseUrl } = await startServer((response) =>
    json(response, 409, document, { "x-request-id": correlationId }),
  );
  const events: EndEvent[] = [];
  const headers = {
    "x-account-id": "1234567890",
    "x-app": "requestId",
    "x-feature": "conflict",
    "x-op": "getComputer",
    "x-format": "application/json",
    "x-correlation-id": correlationId,
    "x-idempotency-key": correlationId,
    cookie: "requestId=1; theme=dark",
  };
  const options = {
    baseUrl,
    token: "a-secret-token",
    headers,
    hooks: { onEnd: (event: EndEvent) => events.push(event) },
  };
  const error = await rejectionOf(createClient(options).computers.get("cmp_1"));
  expect(error.problem).toEqual(document);
  expect(error.message).toBe("getComputer: 409 getComputer of 1234567890 in application/json");
  expect(error.requestId).toBe(correlationId);
  expect(error.headers.get("content-type")).toBe("application/json");
  expect((await createPathClient(options).GET(computerPath, at)).error).toEqual(document);
  for (const { requestId, responseHeaders, headers: seen } of events) {
    expect([requestId, responseHeaders?.get("x-request-id")]).toEqual([correlationId, correlationId]);
    expect(seen).toMatchObject({ "x-correlation-id": correlationId, "x-app": "[redacted]" });
  }
  expect(events).toHaveLength(2);
});

test.each([
  ["after a percent sign", { authorization: "Bearer 41abcdef-secret" }, "100%41abcdef-secret", "abcdef"],
  ["not ASCII, percent-encoded", { "x-api-key": "clé-sécrète" }, encodeURIComponent("clé-sécrète"), "cl%C3"],
  ["of a header such as x-bearer", { "x-bearer": "abcdefgh1234" }, "got abcdefgh1234", "abcdefgh"],
  ["percent-encoded twice", { authorization: "Bearer abcd/efg==" }, "got abcd%252Fefg%253D%253D", "efg%"],
  [
    "in JSON in JSON",
    { authorization: 'Bearer a"b\\c/defgh' },
    String.raw`"{\"a\":\"a\\\"b\\\\c/defgh\"}"`,
    "defgh",
  ],
  ["of a header such as x-otp", { "x-otp": "12345678" }, "got 12345678", "12345678"],
])("a credential %s is removed", async (_what, headers, detail, part) => {
  const fetch = async () => Response.json({ title: "t", detail }, { status: 409 });
  const { authorization, ...others } = headers as Record<string, string>;
  const token = authorization?.replace("Bearer ", "") ?? "other-token";
  const options = { baseUrl: "http://a", token, headers: others, fetch };
  const byMethod = await rejectionOf(createClient(options).computers.get("cmp_1"));
  const { error: byPath } = await createPathClient(options).GET(computerPath, at);
  expect([byMethod, byPath].map(everything).join("\n")).not.toContain(part);
});

test("a credential of digits is removed from the texts of a problem document, which keeps its numbers", async () => {
  const { baseUrl } = await startServer((response, { headers }) => {
    const detail = String(headers.authorization);
    response.writeHead(409).end(`{"title":"t","detail":"${detail}","accountId":1234567890,"rate":1.50}`);
  });
  const options = { baseUrl, token: "1234567890" };
  const expected = { title: "t", detail: "[redacted]", accountId: 1234567890, rate: 1.5 };
  const { problem } = await rejectionOf(createClient(options).computers.get("cmp_1"));
  expect(problem).toEqual(expected);
  expect((await createPathClient(options).GET(computerPath, at)).error).toEqual(expected);
});

const token = "sk_live_very-secret-token";
const failure = (options: Partial<ClientOptions> & { baseUrl: string }) =>
  rejectionOf(createClient({ token, maxRetries: 0, ...options }).computers.get("cmp_1"));

test.each(["<html>TOKEN", '{"id":"TOKEN', '"TOKEN"', '{"id":5,"name":"TOKEN"}'])(
  "a 200 with %s does not show it",
  async (body) => {
    const { baseUrl } = await startServer((response) =>
      response.writeHead(200, { "x-echo": token }).end(body.replace("TOKEN", token)),
    );
    const error = await failure({ baseUrl, validate: schemas });
    expect(error.name).toBe("InvalidResponseError");
    expect(everything(error)).not.toContain(token);
  },
);

test("a timeout and a refused argument do not show it", async () => {
  const { baseUrl } = await startServer(() => {});
  expect(everything(await failure({ baseUrl, timeoutMs: 50 }))).not.toContain(token);
  expect(() => createClient({ baseUrl, token: `${token}\n` })).toThrow(expect.not.stringContaining(token));
  const error = await failure({ baseUrl, token: () => `${token} ` });
  expect(error.name).toBe("TokenError");
  expect(everything(error)).not.toContain(token);
});

test("an error after a refresh shows neither the refused token nor the new one", async () => {
  const { baseUrl } = await startServer((response) =>
    json(response, 401, { detail: `${token}-old, ${token}-new` }),
  );
  const error = await failure({ baseUrl, token: ({ refresh }) => `${token}-${refresh ? "new" : "old"}` });
  expect(error.problem.detail).toBe("[redacted], [redacted]");
  expect(everything(error)).not.toContain(token);
});

test("a refresh that fails with the old token in its message does not show it", async () => {
  const { baseUrl } = await startServer((response) => json(response, 401, {}));
  const refreshing = ({ refresh }: { refresh: boolean }) => {
    if (refresh) throw new Error(`cannot refresh ${token}`);
    return token;
  };
  const error = await failure({ baseUrl, token: refreshing });
  expect(error).toMatchObject({
    name: "AuthenticationError",
    cause: { message: "cannot refresh [redacted]" },
  });
  expect(everything(error)).not.toContain(token);
});
