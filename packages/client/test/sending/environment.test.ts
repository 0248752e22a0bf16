import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ClientOptions, createClient } from "../../src/index.ts";
import { createClient as createPathClient } from "../../src/openapi-fetch/openapi-fetch.ts";
import { listInit, listOptions } from "../list-computers.ts";
import { json, startServer } from "../misbehaving-server.ts";

beforeEach(() => {
  vi.stubEnv("COMPUTE_HOST_URL", undefined);
  vi.stubEnv("COMPUTE_HOST_TOKEN", undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const noAddress = "baseUrl is undefined: pass baseUrl and token, or only set COMPUTE_HOST_URL";
const noToken = "token is undefined: pass baseUrl and token, or only set COMPUTE_HOST_TOKEN";
const badAddress = "must be an http(s) address of a host and a path, without spaces";
const unsendable = "must be printable ASCII without spaces";

const unreadable = new Proxy(
  {},
  {
    get: () => {
      throw new Error('Requires env access to "COMPUTE_HOST_URL"');
    },
  },
);

/** The credentials that a client with the options sends to a server whose address is in the environment. */
async function sentWith(options?: ClientOptions): Promise<string | undefined> {
  const { baseUrl, received } = await startServer((response) => json(response, 200, { computers: [] }));
  vi.stubEnv("COMPUTE_HOST_URL", baseUrl);
  await createClient(options).computers.list(listOptions);
  await createPathClient(options).GET("/api/v0/computers", listInit);
  expect(received[1]?.headers.authorization).toBe(received[0]?.headers.authorization);
  return received[0]?.headers.authorization;
}

test.each([[undefined], [{}]])(
  "the options %j take address and token from the environment",
  async (options) => {
    vi.stubEnv("COMPUTE_HOST_TOKEN", "token-of-the-environment");
    expect(await sentWith(options)).toBe("Bearer token-of-the-environment");
  },
);

test("the option token is sent to the address of the environment", async () => {
  vi.stubEnv("COMPUTE_HOST_TOKEN", "token-of-the-environment");
  expect(await sentWith({ token: "own" })).toBe("Bearer own");
  expect(await sentWith({ token: () => "made" })).toBe("Bearer made");
  expect(await sentWith({ token: false })).toBeUndefined();
});

test.each<[unknown, Record<string, string>, string]>([
  [undefined, {}, noAddress],
  [{ token: "own" }, {}, noAddress],
  [undefined, { COMPUTE_HOST_URL: "" }, noAddress],
  [undefined, { COMPUTE_HOST_TOKEN: "t" }, noAddress],
  [undefined, { COMPUTE_HOST_URL: "http://a" }, noToken],
  [undefined, { COMPUTE_HOST_URL: "http://a", COMPUTE_HOST_TOKEN: "" }, noToken],
  [{ baseUrl: "http://b" }, { COMPUTE_HOST_URL: "http://a", COMPUTE_HOST_TOKEN: "t" }, noToken],
  [{ baseUrl: "http://a" }, { COMPUTE_HOST_URL: "http://a", COMPUTE_HOST_TOKEN: "t" }, noToken],
  [{ baseUrl: "", token: "t" }, { COMPUTE_HOST_URL: "http://a" }, `baseUrl ${badAddress}`],
  [{ baseUrl: null, token: "t" }, { COMPUTE_HOST_URL: "http://a" }, `baseUrl ${badAddress}`],
  [{ token: "t" }, { COMPUTE_HOST_URL: "localhost:4010" }, `COMPUTE_HOST_URL ${badAddress}`],
  [{ token: undefined }, { COMPUTE_HOST_URL: "http://a", COMPUTE_HOST_TOKEN: "t" }, noToken],
  [{ baseUrl: "http://b", token: undefined }, { COMPUTE_HOST_TOKEN: "t" }, noToken],
  [{ baseUrl: undefined, token: "own" }, { COMPUTE_HOST_URL: "http://a" }, noAddress],
  [{ baseUrl: undefined }, { COMPUTE_HOST_URL: "http://a", COMPUTE_HOST_TOKEN: "t" }, noAddress],
  [{ baseUrl: "http://b", token: "" }, {}, `token ${unsendable}`],
  [{ baseUrl: "http://b", token: 12_345_678 }, {}, `token ${unsendable}`],
  [{ baseUrl: "http://b", token: "sk_live se" }, {}, `token ${unsendable}`],
  [{ baseUrl: "http://b", token: "sk_livé" }, {}, `token ${unsendable}`],
  [{}, { COMPUTE_HOST_URL: "http://a", COMPUTE_HOST_TOKEN: "a\n" }, `COMPUTE_HOST_TOKEN ${unsendable}`],
])("the options %j in the environment %j are refused: %s", (options, variables, message) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  expect(() => createClient(options as ClientOptions)).toThrow(message);
});

test.each<[string, unknown]>([
  ["without a process", undefined],
  ["without an environment", {}],
  ["where the environment may not be read", { env: unreadable }],
])("%s, the options are enough, and a missing one is named", (_where, process) => {
  vi.stubGlobal("process", process);
  const outcomes = [{ baseUrl: "http://a", token: "key" }, undefined].map((options) => {
    try {
      return typeof createClient(options);
    } catch (error) {
      return (error as Error).message;
    }
  });
  vi.unstubAllGlobals();
  expect(outcomes).toEqual(["object", noAddress]);
});
