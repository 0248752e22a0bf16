import { expect, test } from "vitest";
import { hashApiKey } from "./api-key.ts";
import type { ApiKeyRecord, ApiKeyStore } from "./api-key-store.ts";
import { ApiKeys } from "./api-keys.ts";

/** A store in memory, and the sizes of the pages and of the writes of uses that it was asked for. */
function storeOf(records: ApiKeyRecord[] = []) {
  const writes: (readonly string[])[] = [];
  const state = { records, writes, fails: false };
  const store: ApiKeyStore = {
    trustedMs: 5_000,
    insert: async (added) => void records.push(...added),
    find: async (sha256) => records.find((record) => record.sha256 === sha256),
    hasAny: async () => records.length > 0,
    list: async ({ after, limit }) => {
      const from = records.findIndex(({ id }) => id === after?.id) + 1;
      return records.slice(from, from + limit);
    },
    revoke: async ({ id, revokedAt }) => id === "key_1" && revokedAt === 7,
    async noteUses(uses) {
      if (state.fails && writes.length === 1) throw new Error("disk full");
      writes.push([...uses.keys()]);
      return [...uses.keys()];
    },
  };
  return { ...state, state, store, apiKeys: new ApiKeys(store, { now: () => 7 }) };
}

const recordOf = (number: number): ApiKeyRecord => ({
  id: `key_${number}`,
  name: "laptop",
  ownerId: "usr_ada",
  ownerKind: "user",
  sha256: `${number}`,
  createdAt: number,
});

test.each([
  [0, []],
  [1, [1]],
  [1_000, [1_000]],
  [2_001, [1_000, 1_000, 1]],
])("%d keys are listed in pages of %j", async (count, sizes) => {
  const { apiKeys, records } = storeOf(Array.from({ length: count }, (_, at) => recordOf(at)));
  const pages: (readonly ApiKeyRecord[])[] = [];
  for await (const page of apiKeys.list()) pages.push(page);
  expect(pages.map(({ length }) => length)).toEqual(sizes);
  expect(pages.flat()).toEqual(records);
});

test("a key is stored with its hash, and with its end if it has one", async () => {
  const { apiKeys, records } = storeOf();
  expect(await apiKeys.hasAny()).toBe(false);
  const given = { name: "ci", ownerId: "usr_ada", ownerKind: "service_account" };
  const { key, record } = await apiKeys.create(given);
  await apiKeys.create({ ...given, expiresAt: 9 });
  const stored = { ...given, createdAt: 7, id: expect.stringMatching(/^key_/) };
  expect(records).toStrictEqual([
    { ...stored, sha256: hashApiKey(key) },
    { ...stored, expiresAt: 9, sha256: expect.any(String) },
  ]);
  expect(record).toBe(records[0]);
  expect(await apiKeys.hasAny()).toBe(true);
});

test("a key is revoked at the current time", async () => {
  const { apiKeys } = storeOf();
  expect([await apiKeys.revoke("key_1"), await apiKeys.revoke("key_2")]).toEqual([true, false]);
});

test("uses are written a thousand at a time, and those that could not be written with the next", async () => {
  const { apiKeys, records, writes, state } = storeOf();
  const keys: string[] = [];
  for (let made = 0; made < 2_001; made++) {
    const { key } = await apiKeys.create({ name: "ci", ownerId: "usr_ada", ownerKind: "user" });
    keys.push(key);
    await apiKeys.authenticate(key);
  }
  const ids = records.map(({ id }) => id);
  state.fails = true;
  await expect(apiKeys.writeUses()).rejects.toThrow("disk full");
  expect(writes).toEqual([ids.slice(0, 1_000)]);
  state.fails = false;
  await apiKeys.writeUses();
  expect(writes.slice(1)).toEqual([ids.slice(1_000, 2_000), ids.slice(2_000)]);
  await apiKeys.writeUses();
  expect(writes).toHaveLength(3);
});
