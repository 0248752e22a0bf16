import { beforeEach, describe, expect, test } from "vitest";
import { generateApiKey } from "./api-key.ts";
import type { ApiKeyRecord, ApiKeyStore } from "./api-key-store.ts";
import { ApiKeys } from "./api-keys.ts";
import { createAuthenticator } from "./bearer-authenticator.ts";

let now: number;
let records: ApiKeyRecord[];

const store: ApiKeyStore = {
  insert: async (record) => void records.push(record),
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
  const apiKeys = await ApiKeys.open(store, () => now);
  return { apiKeys, authenticator: createAuthenticator({ apiKeys }) };
}

describe("an API key", () => {
  test("names its owner and its id as soon as it is made, and after a restart", async () => {
    const { apiKeys, authenticator } = await open();
    const { key, record } = await apiKeys.create(ada);
    const expected = { ownerId: "usr_ada", credentialId: record.id };
    expect(authenticator.authenticate(`Bearer ${key}`)).toEqual(expected);
    expect((await open()).authenticator.authenticate(`bearer ${key}`)).toEqual(expected);
  });

  test("is nowhere in what is stored", async () => {
    const { key } = await (await open()).apiKeys.create(ada);
    expect(JSON.stringify(records)).not.toContain(key.slice(4, 20));
  });

  test("stops to work when it is revoked, now and after a restart", async () => {
    const { apiKeys, authenticator } = await open();
    const { key, record } = await apiKeys.create(ada);
    const { key: other } = await apiKeys.create(ada);
    expect(await apiKeys.revoke(record.id)).toBe(true);
    expect(authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
    expect(authenticator.authenticate(`Bearer ${other}`)).toBeDefined();
    expect((await open()).authenticator.authenticate(`Bearer ${key}`)).toBeUndefined();
    expect(await apiKeys.revoke(record.id)).toBe(false);
  });

  test("stops to work when it expires", async () => {
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

  test("hands every token that is no API key to the verifier of JWTs", async () => {
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
