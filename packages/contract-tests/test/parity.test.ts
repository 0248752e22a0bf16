import { expect, test } from "vitest";
import { compareTargets } from "../parity/compare-targets.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import { startFakeTarget } from "./targets/fake-target.ts";
import { startServiceTarget } from "./targets/service-target.ts";

const api = loadApi();

test("the client's fake responds to random sequences of requests as the service and the description do", async () => {
  const start = () => Promise.all([startFakeTarget(api), startServiceTarget(api)]);
  expect(await compareTargets({ api, seed: 7, sequences: 30, start })).toEqual([]);
});
