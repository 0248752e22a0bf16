import { beforeEach, describe, expect, test } from "vitest";
import { generateApiKey } from "./api-key.ts";
import type { ApiKeyRecord, ApiKeyStore } from "./api-key-store.ts";
import { ApiKeys } from "./api-keys.ts";
import { createAuthenticator } from "./bearer-authenticator.ts";

let now: number;
let records: ApiKeyRecord[];
let noted: [string, number][];
/** The IDs of the keys that another session has locked. */
let locked: Set<string>;
let lookups: number;

const store: ApiKeyStore = {
  trustedMs: 5_000,
  insert: async (added) => void records.push(...added),
  async find(sha256) {
    lookups += 1;
    return records.find((record) => record.sha256 === sha256);
  },
  hasAny: async () => records.length > 0,
  list: async () => records,
  async noteUses(uses) {
    const written = [...uses].filter(([id]) => !locked.has(id));
    noted.push(...written);
    return written.map(([id]) => id);
  },
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
  locked = new Set();
  lookups = 0;
});

function open() {
  const apiKeys = new ApiKeys(store, { now: () => now, monotonicNow: () => now, cacheSize: 2 });
  return { apiKeys, authenticator: createAuthenticator({ apiKeys }) };
}

describe("an API key", () => {
  test("is recorded as used once per interval, with its first use, and not when it is refused", async () => {
    const { apiKeys, authenticator } = open();
    const { key, record } = await apiKeys.create(ada);
    const { key: expired } = await apiKeys.create({ ...ada, expiresAt: now });
    for (let use = 0; use < 5; use++) {
      now += 1;
      for (const one of [key, expired]) await authenticator.authenticate(`Bearer ${one}`);
    }
    locked.add(record.id);
    await apiKeys.writeUses();
    expect(noted).toEqual([]);
    locked.clear();
    await apiKeys.writeUses();
    await apiKeys.writeUses();
    expect(noted).toEqual([[record.id, 1_000_001]]);
  });

  test("stops working within five seconds when another process revokes it", async () => {
    const { apiKeys, authenticator } = open();
    const { key, record } = await apiKeys.create(ada);
    const expected = { ownerId: "usr_ada", credentialId: record.id };
    expect(await authenticator.authenticate(`bearer ${key}`)).toEqual(expected);
    expect(await new ApiKeys(store).revoke(record.id)).toBe(true);
    now += 4_999;
    expect(await authenticator.authenticate(`Bearer ${key}`)).toEqual(expected);
    now += 1;
    expect(await authenticator.authenticate(`Bearer ${key}`)).toContain("revoked");
  });

  test("stops working when it expires, and works again if a clock that jumped past that is set back", async () => {
    const { apiKeys, authenticator } = open();
    const { key } = await apiKeys.create({ ...ada, expiresAt: now + 1000 });
    for (const [time, result] of [
      [999, { ownerId: "usr_ada" }],
      [1, "expired"],
      [-1000, { ownerId: "usr_ada" }],
    ] as const) {
      now += time;
      const found = await authenticator.authenticate(`Bearer ${key}`);
      if (typeof result === "string") expect(found).toContain(result);
      else expect(found).toMatchObject(result);
    }
  });

  test("is looked up once while it is cached, and again after many others", async () => {
    const { apiKeys } = open();
    const keys = [];
    for (let made = 0; made < 3; made++) keys.push((await apiKeys.create(ada)).key);
    for (const key of keys)
      for (let call = 0; call < 5; call++) expect(await apiKeys.authenticate(key)).toBeTypeOf("object");
    expect(lookups).toBe(3);
    expect(await apiKeys.authenticate(keys[0] as string)).toBeTypeOf("object");
    expect(lookups).toBe(4);
  });
});

test("every other credential is refused with the reason", async () => {
  const { apiKeys, authenticator } = open();
  const { key, record } = await apiKeys.create(ada);
  await apiKeys.revoke(record.id);
  const expired = await apiKeys.create({ ...ada, expiresAt: now });
  const noToken = "Authorization is not a bearer token";
  const reasons: Record<string, string> = {
    "": "Authorization is missing",
    ...Object.fromEntries(
      ["Bearer", "Bearer ", key, `Basic ${key}`, `Bearer ${key} x`, `Bearer ${key},${key}`].map((header) => [
        header,
        noToken,
      ]),
    ),
    [`Bearer ${generateApiKey()}`]: "the API key is unknown",
    [`Bearer ${key.slice(0, -1)}`]: "the API key is incomplete or misspelt",
    [`Bearer ${key}`]: `the API key ${record.id} is revoked`,
    [`Bearer ${expired.key}`]: `the API key ${expired.record.id} has expired`,
    "Bearer a.b.c": "it is not an API key, and JWTs are not accepted",
  };
  for (const [header, reason] of Object.entries(reasons))
    expect([header, await authenticator.authenticate(header)]).toEqual([header, reason]);
});

test("a token that is not an API key goes to the verifier of JWTs", async () => {
  const verifyJwt = async (token: string) => `seen ${token}`;
  const { authenticate } = createAuthenticator({ apiKeys: open().apiKeys, verifyJwt });
  expect(await authenticate("Bearer a.b.c")).toBe("seen a.b.c");
  expect(await authenticate(`Bearer ${generateApiKey()}`)).toBe("the API key is unknown");
});
