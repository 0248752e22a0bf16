import { engines } from "@compute-host/server/test-engines";
import { expect, test } from "vitest";
import { compareTargets } from "../../fuzz/parity.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { startParityTargets } from "../targets/parity-targets.ts";

const api = loadApi();

test("the client's fake and the service on each engine respond alike to 2,000 random sequences of requests", async () => {
  const start = () => startParityTargets(api, engines);
  expect(await compareTargets({ api, seed: 26, sequences: 2_000, start })).toEqual([]);
}, 1_800_000);
