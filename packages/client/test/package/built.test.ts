import { expect, test } from "vitest";
import { compareClients, compareFakes } from "./random-comparison.ts";

test("the published fake responds to random requests like its source", async () => {
  expect(await compareFakes(2_000, 12_345)).toEqual([]);
});

test("the published client makes of random responses what its source does", async () => {
  expect(await compareClients(2_000, 12_345)).toEqual([]);
});
