import { expect, test } from "vitest";
import { compareReadings } from "../../parity/compare-readings.ts";
import { loadApi } from "../../src/openapi/load-api.ts";

test("the reference and the core read the rules alike, in 1,000 random sequences of requests", async () => {
  expect(await compareReadings(loadApi(), 26, 1_000)).toEqual([]);
}, 1_800_000);
