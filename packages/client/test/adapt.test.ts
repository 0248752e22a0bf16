import { expect, test } from "vitest";
import { type Adaptation, adapting } from "../src/adapt.ts";
import type { Call } from "../src/call.ts";
import { resolveConfig } from "../src/config.ts";
import type { ClientOptions } from "../src/options.ts";
import { createTransport } from "../src/transport.ts";

type Credentials = Readonly<Record<string, unknown>>;

const admin = { scheme: "admin", in: "header", field: "x-admin" } as const;
const key = { scheme: "key", in: "query", field: "k" } as const;
const basic = { scheme: "basic", in: "header", field: "authorization", prefix: "Basic " } as const;

/** Sends one call, and returns what arrived as lines, or the error. */
async function sent(
  adaptation: Adaptation,
  credentials: Credentials,
  options: ClientOptions = {},
): Promise<string[]> {
  const lines: string[] = [];
  const given = {
    baseUrl: "http://service.test",
    token: "token-of-caller",
    fetch: async (url: string, init: RequestInit) => {
      const { accept = "", ...fields } = init.headers as Record<string, string>;
      const shown = ["authorization", "x-admin"].flatMap((name) =>
        fields[name] ? [`${name}: ${fields[name]}`] : [],
      );
      lines.push(url, `accept: ${accept}`, ...shown);
      return new Response(`echo ${JSON.stringify([url, fields])}`, { status: 400 });
    },
    ...options,
  };
  // No scheme of the spec is an option of these, so `createClient` would refuse them.
  const config = { ...resolveConfig(given), credentials };
  const send = adapting(adaptation)(config, createTransport(config));
  const { headers } = config;
  const call: Call = {
    operationId: undefined,
    method: "GET",
    url: "http://service.test/a?b=1",
    headers,
    init: {},
    options: {},
  };
  const exchange = await send(call);
  return [...lines, exchange.run.redact(exchange.body)];
}

const common = "accept: application/json, application/problem+json";

test.each<[title: string, adaptation: Adaptation, credentials: Credentials, lines: string[]]>([
  ["no credentials", { security: [[]] }, {}, ["http://service.test/a?b=1", common]],
  [
    "a key in a header",
    { security: [[admin]] },
    { admin: "key-of-admin" },
    ["http://service.test/a?b=1", common, "x-admin: key-of-admin"],
  ],
  [
    "a key in the query",
    { security: [[key]] },
    { key: "key of/query" },
    ["http://service.test/a?b=1&k=key%20of%2Fquery", common],
  ],
  [
    "a name and a password",
    { security: [[basic]] },
    { basic: { username: "ü", password: "p:w" } },
    ["http://service.test/a?b=1", common, "authorization: Basic w7w6cDp3"],
  ],
  [
    "two at once",
    { security: [[admin, "token"]] },
    { admin: "key-of-admin" },
    ["http://service.test/a?b=1", common, "authorization: Bearer token-of-caller", "x-admin: key-of-admin"],
  ],
  [
    "the first alternative that is given",
    { security: [[key], [admin]] },
    { admin: "key-of-admin" },
    ["http://service.test/a?b=1", common, "x-admin: key-of-admin"],
  ],
  ["none where that is allowed", { security: [[admin], []] }, {}, ["http://service.test/a?b=1", common]],
  [
    "another Accept",
    { accept: "text/csv" },
    {},
    ["http://service.test/a?b=1", "accept: text/csv", "authorization: Bearer token-of-caller"],
  ],
])("%s", async (_title, adaptation, credentials, lines) => {
  expect((await sent(adaptation, credentials)).slice(0, -1)).toEqual(lines);
});

test("the caller's own Accept stays", async () => {
  const lines = await sent({ accept: "text/csv" }, {}, { headers: { Accept: "text/plain" } });
  expect(lines).toContain("accept: text/plain");
});

test("neither an echo nor a hook shows a credential", async () => {
  const events: unknown[] = [];
  const onRequest = (event: unknown) => events.push(event);
  const credentials = { admin: "key-of-admin", key: "key-of-query" };
  const lines = await sent({ security: [[admin, key]] }, credentials, { hooks: { onRequest } });
  const shown = JSON.stringify([events, lines.at(-1)]);
  expect(shown).toContain("/a?b=1");
  expect(shown).not.toMatch(/key-of/);
});

test.each([
  [
    { security: [[admin, key], [basic]] },
    { admin: "key-of-admin" },
    "credentials.key, or credentials.basic must be given",
  ],
  [{ security: [[admin]] }, { admin: "a\nb" }, "credentials.admin must be a string of printable ASCII"],
  [
    { security: [[basic]] },
    { basic: { username: "a:b", password: "" } },
    "credentials.basic.username must be a string without a colon",
  ],
])("refuses %j with %j", async (adaptation, credentials, message) => {
  await expect(sent(adaptation as Adaptation, credentials)).rejects.toMatchObject({
    name: "InvalidArgumentError",
    message: expect.stringContaining(message),
  });
});
