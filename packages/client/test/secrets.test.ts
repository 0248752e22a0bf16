import { inspect } from "node:util";
import { array, assert, asyncProperty, constantFrom, dictionary, stringMatching } from "fast-check";
import { expect, test } from "vitest";
import { type ClientOptions, createClient } from "../src/index.ts";
import { createClient as createPathClient } from "../src/openapi-fetch.ts";
import { schemas } from "../src/schemas.gen.ts";
import { json, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

/** Names of header fields that hold no credential, and of those that a caller cannot set. */
const others =
  /^(accept|baggage|content-type|idempotency-key|if-match|if-none-match|prefer|traceparent|tracestate|user-agent|x-request-id|authorization|host|connection|keep-alive|upgrade|expect|content-length|transfer-encoding)$/;
const names = stringMatching(/^[a-z][a-z0-9-]{0,20}$/).filter((name) => !others.test(name));
// Long enough to be removed from texts; none of them is in a text of the client's own.
const secret = stringMatching(/^[!-~]{6,30}$/).map((text) => `~${text}~`);
const cookie = array(
  secret.map((text) => text.replace(/[\s;,="\\]/g, "_")),
  { minLength: 1, maxLength: 3 },
);
const styles = ["plain", "encoded", "json", "slashes", "unicode"] as const;

/** Writes a text as a service may echo it. */
function written(text: string, style: (typeof styles)[number]): string {
  const inJson = JSON.stringify(text).slice(1, -1);
  if (style === "encoded") return encodeURIComponent(text);
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

test("no credential is in an error or in an event, whatever its header is called and wherever it comes back", async () => {
  await assert(
    asyncProperty(
      dictionary(names, secret, { maxKeys: 3 }),
      cookie,
      secret,
      constantFrom(...styles),
      constantFrom(200, 400, 401, 404, 409, 413, 415, 418, 429, 500, 503),
      constantFrom("problem", "name", "json", "text", "failure"),
      async (fields, cookies, token, style, status, place) => {
        const headers = { ...fields, cookie: cookies.map((one, index) => `c${index}=${one}`).join("; ") };
        const secrets = [...Object.values(fields), ...cookies, token, headers.cookie];
        const echo = secrets.map((one) => written(one, style)).join(" ");
        const isJson = style !== "plain" && style !== "encoded";
        const text = isJson ? echo : JSON.stringify(echo).slice(1, -1);
        const bodies = {
          problem: `{"title":"${text}","detail":"${text}","extension":{"a":["${text}"]},"errors":[{"pointer":"${text}","message":"${text}"}]}`,
          name: `{"title":"t","${text}":1,"extension":{"${text}":[]}}`,
          json: `{"${text}":"${text}"}`,
          text: isJson && style !== "slashes" ? `"${text}"` : echo,
          failure: "",
        };
        const field = style === "encoded" ? echo : secrets.join(" ");
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
          .GET("/api/v0/computers/{computerId}", { params: { path: { computerId: "cmp_1" } } })
          .then(
            ({ error }) => error,
            (error: unknown) => error,
          );
        const seen = [byMethod, byPath, ...events].map(everything).join("\n");
        expect(
          secrets.filter((one) =>
            [one, written(one, style), JSON.stringify(one).slice(1, -1)].some((form) => seen.includes(form)),
          ),
        ).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
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
