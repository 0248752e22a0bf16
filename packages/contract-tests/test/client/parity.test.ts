import { expect, test } from "vitest";
import { compareReadings } from "../../parity/compare-readings.ts";
import { loadApi } from "../../src/openapi/load-api.ts";

test("the reference and the core read the rules alike, in 25 random sequences of requests", async () => {
  expect(await compareReadings(loadApi(), 7, 25)).toEqual([]);
});
