import { engines } from "@compute-host/server/test-engines";
import { expect, test } from "vitest";
import { compareTargets } from "../../parity/compare-targets.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { startFakeTarget } from "../targets/fake-target.ts";
import { startServiceTarget } from "../targets/service-target.ts";

const api = loadApi();

test("the client's fake and the service on each engine respond alike to 2,000 random sequences of requests, and as the description says", async () => {
  const services = () => engines.map((engine) => startServiceTarget(api, { engine }));
  const start = () => Promise.all([startFakeTarget(api), ...services()]);
  expect(await compareTargets({ api, seed: 26, sequences: 2_000, start })).toEqual([]);
}, 1_800_000);
