import { afterEach, beforeEach, expect, test } from "vitest";
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

test("two nodes swap names repeatedly, although their transactions deadlock", async () => {
  await addComputers(nodes[0].computers, "c-1", "c-2", "c-3", "c-4");
  const take = (node: Storage, id: string, name: string) => changeComputer(node.computers, id, { name });
  for (let round = 0; round < 5; round++) {
    const results = await Promise.allSettled([
      take(nodes[0], "c-1", `x-${round}`),
      take(nodes[0], "c-2", `y-${round}`),
      take(nodes[1], "c-3", `y-${round}`),
      take(nodes[1], "c-4", `x-${round}`),
    ]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toMatchObject(Array(2).fill({ reason: { code: "name-taken" } }));
  }
});

test("imports of the same computers in opposite orders do not deadlock: one is refused with its position", async () => {
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
