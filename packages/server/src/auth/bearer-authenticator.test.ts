import { beforeEach, describe, expect, test } from "vitest";
import { generateApiKey } from "./api-key.ts";
import type { ApiKeyRecord, ApiKeyStore } from "./api-key-store.ts";
import { ApiKeys } from "./api-keys.ts";
import { createAuthenticator } from "./bearer-authenticator.ts";

let now: number;
let records: ApiKeyRecord[];
let noted: [string, number][];
let lookups: number;

const store: ApiKeyStore = {
  trustedMs: 5_000,
  insert: async (added) => void records.push(...added),
  find(sha256) {
    lookups += 1;
    return records.find((record) => record.sha256 === sha256);
  },
  hasAny: () => records.length > 0,
  list: () => records,
  noteUses: async (uses) => void noted.push(...uses),
  async revoke({ id, revokedAt }) {
    records = records.map((record) => (record.id === id ? { ...record, revokedAt } : record));
    return true;
  },
};

const ada = { name: "laptop", ownerId: "usr_ada", ownerKind: "user" };

beforeEach(() => {
  now = 1_000_000;
  records = [];
  noted = [];
  lookups = 0;
});

function open() {
  const apiKeys = new ApiKeys(store, { now: () => now, monotonicNow: () => now, cacheSize: 2 });
  return { apiKeys, authenticator: createAuthenticator({ apiKeys }) };
}

describe("an API key", () => {
  test("is noted as used once in a while, by its first use and not if it is refused", async () => {
    const { apiKeys, authenticator } = open();
    const { key, record } = await apiKeys.create(ada);
    const { key: expired } = await apiKeys.create({ ...ada, expiresAt: now });
    for (let use = 0; use < 5; use++) {
      now += 1;
      for (const one of [key, expired]) await authenticator.authenticate(`Bearer ${one}`);
    }
    await apiKeys.writeUses();
    await apiKeys.writeUses();
    expect(noted).toEqual([[record.id, 1_000_001]]);
  });

  test("stops working within five seconds when another process revokes it", async () => {
    const { apiKeys, authenticator } = open();
    const { key, record } = await apiKeys.create(ada);
    const expected = { ownerId: "usr_ada", credentialId: record.id };
    expect(authenticator.authenticate(`bearer ${key}`)).toEqual(expected);
    expect(await new ApiKeys(store).revoke(record.id)).toBe(true);
    now += 4_999;
    expect(authenticator.authenticate(`Bearer ${key}`)).toEqual(expected);
    now += 1;
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
  });

  test("is valid again when a clock that jumped past its expiry is set back", async () => {
    const { apiKeys, authenticator } = open();
    const { key } = await apiKeys.create({ ...ada, expiresAt: now + 1000 });
    now += 5000;
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
    now -= 5000;
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeDefined();
  });

  test("is looked up once while it is cached, and again after many others", async () => {
    const { apiKeys } = open();
    const keys = [];
    for (let made = 0; made < 3; made++) keys.push((await apiKeys.create(ada)).key);
    for (const key of keys)
      for (let call = 0; call < 5; call++) expect(apiKeys.principalOf(key)).toBeDefined();
    expect(lookups).toBe(3);
    expect(apiKeys.principalOf(keys[0] as string)).toBeDefined();
    expect(lookups).toBe(4);
  });

  test("stops working when it expires", async () => {
    const { apiKeys, authenticator } = open();
    const { key } = await apiKeys.create({ ...ada, expiresAt: now + 1000 });
    now += 999;
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeDefined();
    now += 1;
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
  });
});

describe("the header Authorization", () => {
  test("is refused in every other form", async () => {
    const { apiKeys, authenticator } = open();
    const { key } = await apiKeys.create(ada);
    const headers = ["", "Bearer", "Bearer ", key, `Basic ${key}`, `Bearer ${key} x`, `Bearer ${key},${key}`];
    const wrong = [...headers, `Bearer ${generateApiKey()}`, `Bearer ${key.slice(0, -1)}`, "Bearer a.b.c"];
    for (const header of [undefined, ...wrong]) {
      expect(authenticator.authenticate(header), String(header)).toBeUndefined();
    }
  });

  test("passes every token that is not an API key to the verifier of JWTs", async () => {
    const { apiKeys } = open();
    const seen: string[] = [];
    const verify = (token: string) => {
      seen.push(token);
      return undefined;
    };
    const jwts = { verify, explain: async () => "refused" };
    const { authenticate } = createAuthenticator({ apiKeys, jwts });
    await authenticate("Bearer a.b.c");
    await authenticate(`Bearer ${generateApiKey()}`);
    expect(seen).toEqual(["a.b.c"]);
  });
});

test("says why it refuses a credential", async () => {
  const { apiKeys, authenticator } = open();
  const revoked = await apiKeys.create(ada);
  await apiKeys.revoke(revoked.record.id);
  const expired = await apiKeys.create({ ...ada, expiresAt: now });
  const credentials = [
    undefined,
    "Basic YTpi",
    `Bearer ${generateApiKey()}`,
    "Bearer chk_short",
    `Bearer ${revoked.key}`,
    `Bearer ${expired.key}`,
    "Bearer a.b.c",
  ];
  const reasons = await Promise.all(credentials.map((one) => authenticator.explain?.(one)));
  expect(reasons).toEqual([
    "Authorization is missing",
    "Authorization is not a bearer token",
    "the API key is unknown",
    "the API key is incomplete or misspelt",
    `the API key ${revoked.record.id} is revoked`,
    `the API key ${expired.record.id} has expired`,
    "it is not an API key, and JWTs are not accepted",
  ]);
});
