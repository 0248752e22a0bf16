import { beforeEach, describe, expect, test } from "vitest";
import { generateApiKey } from "./api-key.ts";
import type { ApiKeyRecord, ApiKeyStore } from "./api-key-store.ts";
import { ApiKeys } from "./api-keys.ts";
import { createAuthenticator } from "./bearer-authenticator.ts";

let now: number;
let records: ApiKeyRecord[];

const store: ApiKeyStore = {
  insert: async (record) => void records.push(record),
  insertAll: async (added) => void records.push(...added),
  find: (sha256) => records.find((record) => record.sha256 === sha256),
  hasAny: () => records.length > 0,
  list: () => records,
  async revoke(id, revokedAt) {
    const at = records.findIndex((record) => record.id === id && record.revokedAt === undefined);
    const found = records[at];
    if (found) records[at] = { ...found, revokedAt };
    return found !== undefined;
  },
};

const ada = { name: "laptop", ownerId: "usr_ada", ownerKind: "user" };

beforeEach(() => {
  now = 1_000_000;
  records = [];
});

async function open() {
  const apiKeys = new ApiKeys(store, { now: () => now });
  return { apiKeys, authenticator: createAuthenticator({ apiKeys }) };
}

describe("an API key", () => {
  test("identifies its owner as soon as it is created, and after a restart", async () => {
    const { apiKeys, authenticator } = await open();
    const { key, record } = await apiKeys.create(ada);
    const expected = { ownerId: "usr_ada", credentialId: record.id };
    expect(authenticator.authenticate(`Bearer ${key}`)).toEqual(expected);
    expect((await open()).authenticator.authenticate(`bearer ${key}`)).toEqual(expected);
  });

  test("is never stored", async () => {
    const { key } = await (await open()).apiKeys.create(ada);
    expect(JSON.stringify(records)).not.toContain(key.slice(4, 20));
  });

  test("stops working when it is revoked, now and after a restart", async () => {
    const { apiKeys, authenticator } = await open();
    const { key, record } = await apiKeys.create(ada);
    const { key: other } = await apiKeys.create(ada);
    expect(await apiKeys.revoke(record.id)).toBe(true);
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
    expect(authenticator.authenticate(`Bearer ${other}`)).toBeDefined();
    expect((await open()).authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
    expect(await apiKeys.revoke(record.id)).toBe(false);
  });

  test("stays valid when its revocation cannot be written", async () => {
    const { apiKeys, authenticator } = await open();
    const { key, record } = await apiKeys.create(ada);
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeDefined();
    const broken = new ApiKeys(
      { ...store, revoke: () => Promise.reject(new Error("full")) },
      { now: () => now },
    );
    const other = createAuthenticator({ apiKeys: broken });
    expect(other.authenticate(`Bearer ${key}`)).toBeDefined();
    await expect(broken.revoke(record.id)).rejects.toThrow("full");
    expect(other.authenticate(`Bearer ${key}`)).toBeDefined();
    expect((await open()).authenticator.authenticate(`Bearer ${key}`)).toBeDefined();
  });

  test("is valid again when a clock that jumped past its expiry is set back", async () => {
    const { apiKeys, authenticator } = await open();
    const { key } = await apiKeys.create({ ...ada, expiresAt: now + 1000 });
    now += 5000;
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
    now -= 5000;
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeDefined();
  });

  test("is looked up once while it is cached, and again after many others", async () => {
    const lookups: string[] = [];
    const find = (sha256: string) => {
      lookups.push(sha256);
      return store.find(sha256);
    };
    const apiKeys = new ApiKeys({ ...store, find }, { now: () => now, cacheSize: 2 });
    const keys = [];
    for (let made = 0; made < 3; made++) keys.push((await apiKeys.create(ada)).key);
    for (const key of keys)
      for (let call = 0; call < 5; call++) expect(apiKeys.principalOf(key)).toBeDefined();
    expect(lookups).toHaveLength(3);
    expect(apiKeys.principalOf(keys[0] as string)).toBeDefined();
    expect(lookups).toHaveLength(4);
  });

  test("is not cached when a revocation overtook its lookup", async () => {
    const { apiKeys } = await open();
    const { key, record } = await apiKeys.create(ada);
    const lookup = Promise.withResolvers<ApiKeyRecord | undefined>();
    const slow = new ApiKeys({ ...store, find: () => lookup.promise }, { now: () => now });
    const first = slow.principalOf(key);
    await slow.revoke(record.id);
    lookup.resolve(record);
    await first;
    const again = new Promise((resolve) => resolve(slow.principalOf(key)));
    expect(slow.principalOf(key)).toBeInstanceOf(Promise);
    await again;
  });

  test("stops working when it expires", async () => {
    const { apiKeys, authenticator } = await open();
    const { key } = await apiKeys.create({ ...ada, expiresAt: now + 1000 });
    now += 999;
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeDefined();
    now += 1;
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
    expect((await open()).authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
  });
});

describe("the header Authorization", () => {
  test("is refused in every other form", async () => {
    const { apiKeys, authenticator } = await open();
    const { key } = await apiKeys.create(ada);
    const headers = ["", "Bearer", "Bearer ", key, `Basic ${key}`, `Bearer ${key} x`, `Bearer ${key},${key}`];
    const wrong = [...headers, `Bearer ${generateApiKey()}`, `Bearer ${key.slice(0, -1)}`, "Bearer a.b.c"];
    for (const header of [undefined, ...wrong]) {
      expect(authenticator.authenticate(header), String(header)).toBeUndefined();
    }
  });

  test("passes every token that is not an API key to the verifier of JWTs", async () => {
    const { apiKeys } = await open();
    const seen: string[] = [];
    const verifyJwt = (token: string) => {
      seen.push(token);
      return undefined;
    };
    const { authenticate } = createAuthenticator({ apiKeys, verifyJwt });
    await authenticate("Bearer a.b.c");
    await authenticate(`Bearer ${generateApiKey()}`);
    expect(seen).toEqual(["a.b.c"]);
  });
});
