import { inMemory } from "@compute-host/server/test-engines";
import { expect, test } from "vitest";
import { compareTargets } from "../fuzz/parity.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import { startParityTargets } from "./targets/parity-targets.ts";

const api = loadApi();

test("the client's fake responds to random sequences of requests as the service does", async () => {
  const start = () => startParityTargets(api, [inMemory]);
  expect(await compareTargets({ api, seed: 7, sequences: 30, start })).toEqual([]);
});
