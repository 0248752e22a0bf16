import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type ClientOptions, createClient, type EndEvent } from "../../src/index.ts";
import { createClient as createPathClient } from "../../src/openapi-fetch/openapi-fetch.ts";
import { schemas } from "../../src/schemas/schemas.gen.ts";
import {
  type Answer,
  at as atId,
  computerPath,
  json,
  reply,
  startClient,
  startServer,
} from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

/** What a program sends: the headers of credentials, and a header that may hold one. */
const token = "sk_live/very+secret=token";
const headers = {
  "x-api-key": 'ab"cd\\ef/gh12',
  "x-session-id": "5e55-10n-1d",
  cookie: "sid=c00kie-one; theme=c00kie-two",
  "x-unclear": "uncl3ar-v4lue",
};
const credentials = [token, headers["x-api-key"], headers["x-session-id"], "c00kie-one", "c00kie-two"];

const styles = ["plain", "encoded", "hexadecimal", "json", "slashes", "unicode"] as const;

const at = atId("cmp_1");

/** Writes a text as a service may repeat it. */
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

/** Where a hostile service repeats credentials; `text` fits into a JSON string. */
const places: Record<string, (text: string, plain: string) => () => Response> = {
  "the texts of a problem": (text) => answer(`"title":"${text}","detail":"${text}"`),
  "an extension of a problem": (text) =>
    answer(`"title":"t","extension":{"a":["${text}"],"b":{"c":"${text}"}}`),
  "a member's name": (text) => answer(`"title":"t","${text}":1,"extension":{"${text}":[]}`),
  "the violations of a problem": (text) =>
    answer(`"title":"t","errors":[{"pointer":"/${text}","message":"is ${text}"}]`, 400),
  "JSON that is not a problem": (text) => () => new Response(`["${text}"]`, { status: 409 }),
  "JSON that is cut off": (text) => () => new Response(`{"detail":"${text}","x`, { status: 502 }),
  "a text": (_text, plain) => () => new Response(`refused: ${plain}`, { status: 403 }),
  "a success": (text) => () => new Response(`<p title="${text}">`, { status: 200 }),
  "a success that breaks its schema": (text) => () => new Response(`{"id":5,"name":"${text}"}`),
  "response headers": (_text, plain) => () => {
    const echo = encodeURI(plain);
    const fields = { "x-request-id": echo, "x-echo": echo, "content-type": echo, "set-cookie": plain };
    return new Response("", { status: 500, headers: fields });
  },
  "an error of fetch": (_text, plain) => () => {
    const cause = Object.assign(new Error(plain), { code: token, name: plain });
    throw Object.assign(new TypeError(plain, { cause }), { request: headers });
  },
};

/** A problem document with members that no redaction may touch. */
const kept = { type: "/problems/name-taken", status: 409, requestId: "0f9d7a52-3a1c", accountId: 1234567890 };

const answer =
  (members: string, status = 409) =>
  () =>
    new Response(`${JSON.stringify(kept).slice(0, -1)},${members}}`, { status });

test.each(Object.keys(places).flatMap((place) => styles.map((style) => [place, style] as const)))(
  "no credential leaks from %s (%s), and every document stays valid",
  async (place, style) => {
    const echo = credentials.map((one) => written(one, style)).join(" ");
    const isJson = ["json", "slashes", "unicode"].includes(style);
    const respond = places[place]?.(
      isJson ? echo : JSON.stringify(echo).slice(1, -1),
      echo,
    ) as () => Response;
    const seen: unknown[] = [];
    const see = (event: unknown) => seen.push(event);
    const hooks = { onRequest: see, onResponse: see, onEnd: see, onRetry: see };
    const fetch = async () => respond();
    const options = { baseUrl: "http://a", token, headers, fetch, hooks, maxRetries: 0, validate: schemas };
    const byMethod = await rejectionOf(createClient(options).computers.get("cmp_1"));
    const byPath = await createPathClient(options)
      .GET(computerPath, at)
      .then(
        ({ error }) => error,
        (error: unknown) => error,
      );
    const text = [byMethod, byMethod.stack, byPath, ...seen].map(everything).join("\n");
    const forms = (one: string) => [one, written(one, style), JSON.stringify(one).slice(1, -1)];
    const all = [...credentials, headers["x-unclear"]];
    expect(all.filter((one) => forms(one).some((form) => text.includes(form)))).toEqual([]);
    if (/problem$|name$/.test(place) && !place.startsWith("JSON")) {
      expect(byMethod.problem).toMatchObject(kept);
      expect(byPath).toMatchObject(kept);
    }
  },
);

test("a response that repeats a harmless header is unchanged, by method and by path", async () => {
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
    "x-correlation-id": correlationId,
    "x-idempotency-key": correlationId,
    cookie: "requestId=1; theme=dark",
  };
  const hooks = { onEnd: (event: EndEvent) => events.push(event) };
  const options = { baseUrl, token: "a-secret-token", headers, hooks };
  const error = await rejectionOf(createClient(options).computers.get("cmp_1"));
  const message = "getComputer: 409 getComputer of 1234567890 in application/json";
  expect(error).toMatchObject({ message, problem: document, requestId: correlationId });
  expect(error.headers.get("content-type")).toBe("application/json");
  expect((await createPathClient(options).GET(computerPath, at)).error).toEqual(document);
  for (const { requestId, responseHeaders, headers: seen } of events) {
    expect([requestId, responseHeaders?.get("x-request-id")]).toEqual([correlationId, correlationId]);
    expect(seen).toMatchObject({ "x-correlation-id": correlationId, "x-app": "[redacted]" });
  }
  expect(events).toHaveLength(2);
});

const nestedJson = String.raw`"{\"a\":\"a\\\"b\\\\c/defgh\"}"`;

test.each([
  ["after a percent sign", "authorization", "41abcdef-secret", "100%41abcdef-secret", "abcdef"],
  ["percent-encoded twice", "authorization", "abcd/efg==", "got abcd%252Fefg%253D%253D", "efg%"],
  ["in JSON in JSON", "authorization", 'a"b\\c/defgh', nestedJson, "defgh"],
  [
    "not ASCII except at its end",
    "x-secret",
    "päßwörter1234xyz",
    "p%C3%A4%C3%9Fw%C3%B6rter1234xyz",
    "p%C3%A4",
  ],
  ["a cookie, not ASCII except at its end", "cookie", "sid=pässwort1234", "p%c3%a4sswort1234", "p%c3%a4s"],
  ["as UTF-8", "x-api-key", "clé-sécrète", "cl%C3%A9-s%C3%A9cr%C3%A8te", "%C3%A8te"],
  ["as UTF-8 in lower case", "x-api-key", "clé-sécrète", "cl%c3%a9-s%c3%a9cr%c3%a8te", "%a8te"],
  ["as Latin-1", "x-api-key", "clé-sécrète", "cl%E9-s%E9cr%E8te", "%E8te"],
  ["as UTF-8 that was read as Latin-1", "x-api-key", "clé-sécrète", "clÃ©-sÃ©crÃ¨te", "¨te"],
  ["of a header such as x-bearer", "x-bearer", "abcdefgh1234", "got abcdefgh1234", "abcdefgh"],
  ["of a header such as x-otp", "x-otp", "12345678", "got 12345678", "12345678"],
])("a credential %s is removed", async (_what, name, value, detail, part) => {
  const fetch = async () => Response.json({ title: "t", detail }, { status: 409 });
  const sent =
    name === "authorization" ? { token: value } : { token: "other-token", headers: { [name]: value } };
  const options = { baseUrl: "http://a", fetch, ...sent };
  const byMethod = await rejectionOf(createClient(options).computers.get("cmp_1"));
  const { error: byPath } = await createPathClient(options).GET(computerPath, at);
  expect([byMethod, byPath].map(everything).join("\n")).not.toContain(part);
});

test("a credential of digits is removed from the strings of a problem document, which keeps its numbers", async () => {
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

/** The error of a call with the token. */
async function failure(answer: Answer, options?: ClientOptions) {
  const { computers } = await startClient(answer, { token, maxRetries: 0, ...options });
  return rejectionOf(computers.get("cmp_1"));
}

test("a timeout and a refused argument do not show the token", async () => {
  expect(everything(await failure(reply.hanging, { timeoutMs: 50 }))).not.toContain(token);
  expect(() => createClient({ baseUrl: "http://a", token: `${token}\n` })).toThrow(
    expect.not.stringContaining(token),
  );
  const error = await failure(reply.hanging, { token: () => `${token} ` });
  expect(error.name).toBe("TokenError");
  expect(everything(error)).not.toContain(token);
});

test("an error after a refresh shows neither the refused token nor the new one", async () => {
  const answer: Answer = (response) => json(response, 401, { detail: `${token}-old, ${token}-new` });
  const error = await failure(answer, { token: ({ refresh }) => `${token}-${refresh ? "new" : "old"}` });
  expect(error.problem.detail).toBe("[redacted], [redacted]");
  expect(everything(error)).not.toContain(token);
});

test("a refresh that fails with the old token in its message does not show it", async () => {
  const refreshing = ({ refresh }: { refresh: boolean }) => {
    if (refresh) throw new Error(`cannot refresh ${token}`);
    return token;
  };
  const error = await failure(reply.failing(401), { token: refreshing });
  expect(error).toMatchObject({
    name: "AuthenticationError",
    cause: { message: "cannot refresh [redacted]" },
  });
  expect(everything(error)).not.toContain(token);
});

test.each([200, 500])("a %i whose body is cut within a credential shows no part of it", async (status) => {
  const half = new Blob(['{"detail":"a-credential']);
  // The blob is over the limit.
  const fetch = async () => new Response(half.stream(), { status });
  const limits = { maxRetries: 0, maxResponseBytes: 10 };
  const options = { baseUrl: "http://a", token: "a-credential-of-one-word", fetch, ...limits };
  const byMethod = await rejectionOf(createClient(options).computers.get("cmp_1"));
  const byPath = createPathClient(options).GET(computerPath, at);
  const shown = [byMethod, await byPath.catch((error: unknown) => error)];
  expect(shown.map(everything).join()).not.toContain("a-cred");
});

test("header fields are shown by the names that the docs list, and what a suspicious one holds is removed", async () => {
  const shown = [
    "accept-language",
    "cache-control",
    "content-type-hint",
    "if-none-match",
    "user-agent",
    "b3",
    "x-b3-traceid",
    "x-correlation-id",
    "x-datadog-parent-id",
    "idempotency-key",
    "x-request-id",
    "traceparent",
    "x-cloud-trace-context",
  ];
  const hidden = ["x-accept", "x-if-match", "x-sub3", "x-account", "x-spat", "x-inside", "x-design"];
  const suspicious = [
    "assertion",
    "auth",
    "bearer",
    "cert",
    "cookie",
    "cred",
    "hmac",
    "jwt",
    "key",
    "otp",
    "pass",
    "secret",
    "session",
    "ticket",
    "token",
    "pat",
    "sid",
    "sig",
    "trace-token",
    "idempotency-token-key",
  ].map((name) => `x-${name}`);
  const names = [...shown, ...hidden, ...suspicious];
  const headers = Object.fromEntries(names.map((name) => [name, `value-of-${name}`]));
  let seen: Readonly<Record<string, string>> = {};
  const hooks = {
    onEnd: (event: EndEvent) => {
      seen = event.headers;
    },
  };
  const detail = names.map((name) => `<value-of-${name}>`).join("");
  const fetch = async () => Response.json({ detail }, { status: 409 });
  const { problem } = await rejectionOf(
    createClient({ baseUrl: "http://a", token, headers, hooks, fetch }).computers.get("cmp_1"),
  );
  expect(names.filter((name) => seen[name] !== "[redacted]")).toEqual(shown);
  const kept = problem.detail.match(/(?<=<value-of-)[^>]+/g);
  expect(kept).toEqual([...shown, ...hidden]);
});
