import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ApiKeys } from "../../src/auth/api-keys.ts";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { addComputers, changeComputer, sampleComputer } from "../storage/sample-computers.ts";
import { type TestDatabase, takePreparedDatabase } from "./test-database.ts";

let database: TestDatabase;
let nodes: [Storage, Storage];

beforeEach(async () => {
  database = await takePreparedDatabase();
  nodes = [
    await openStorage({ databaseUrl: database.url }),
    await openStorage({ databaseUrl: database.url }),
  ];
});

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.release();
});

const add = (...computers: readonly (StoredComputer | string)[]) =>
  addComputers(nodes[0].computers, ...computers);

const ids = Array.from({ length: 24 }, (_, index) => `c-${index}`);

describe("two nodes that write the same computers", () => {
  test("swap names in turn, although that deadlocks", async () => {
    await add(...ids);
    const take = (node: Storage, id: string, name: string) => changeComputer(node.computers, id, { name });
    for (let round = 0; round < 5; round++) {
      const results = await Promise.allSettled([
        take(nodes[0], "c-1", `x-${round}`),
        take(nodes[0], "c-2", `y-${round}`),
        take(nodes[1], "c-3", `y-${round}`),
        take(nodes[1], "c-4", `x-${round}`),
      ]);
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
      for (const result of results) {
        if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "name-taken" });
      }
    }
  });
});

test("imports of two nodes run at the same time, and one of two conflicting ones is refused", async () => {
  const computers = (prefix: string) =>
    Array.from({ length: 2_600 }, (_, index) => sampleComputer({ id: `${prefix}-${index}` }));
  const results = await Promise.allSettled(
    nodes.map((node, at) => node.computers.add([...computers(`node-${at}`), sampleComputer({ id: "both" })])),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find((result) => result.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "id-taken", computerId: "both", position: 2_600 });
  expect(await nodes[1].computers.counts()).toEqual({ computers: 2_601, jobs: 0 });
});

test("imports of the same computers in opposite orders do not deadlock: one is refused with its line", async () => {
  const computers = Array.from({ length: 2_600 }, (_, index) => sampleComputer({ id: `same-${index}` }));
  const results = await Promise.allSettled([
    nodes[0].computers.add(computers),
    nodes[1].computers.add(computers.toReversed()),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find((result) => result.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "id-taken", position: 0 });
  expect(await nodes[1].computers.counts()).toEqual({ computers: 2_600, jobs: 0 });
});

describe("a key that a node revokes", () => {
  test("is refused there immediately, and by the other node five seconds after its last lookup", async () => {
    let now = 0;
    const [here, there] = nodes.map((node) => new ApiKeys(node.apiKeys, { monotonicNow: () => now }));
    if (here === undefined || there === undefined) throw new Error("no nodes");
    const { key, record } = await here.create({ name: "ci", ownerId: "usr_ada", ownerKind: "user" });
    const principal = { ownerId: "usr_ada", credentialId: record.id };
    expect(await there.authenticate(key)).toEqual(principal);
    expect(await here.revoke(record.id)).toBe(true);
    expect(await here.authenticate(key)).toContain("is revoked");
    now = 4_999;
    expect(there.authenticate(key)).toEqual(principal);
    now = 5_000;
    expect(await there.authenticate(key)).toContain("is revoked");
    expect(await there.authenticate(key)).toContain("is revoked");
  });

  test("is looked up once for all requests of a turn", async () => {
    const [node] = nodes;
    const apiKeys = new ApiKeys(node.apiKeys);
    const { key, record } = await apiKeys.create({ name: "ci", ownerId: "usr_ada", ownerKind: "user" });
    const principal = { ownerId: "usr_ada", credentialId: record.id };
    for (const found of await Promise.all(Array.from({ length: 200 }, () => apiKeys.authenticate(key))))
      expect(found).toEqual(principal);
    // Without a promise: it is remembered.
    expect(apiKeys.authenticate(key)).toEqual(principal);
  });
});
