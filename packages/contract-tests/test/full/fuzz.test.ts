import { describeEngines } from "@compute-host/server/describe-engines";
import { engines } from "@compute-host/server/test-engines";
import { expect, test } from "vitest";
import { fuzz } from "../../fuzz/fuzz.ts";
import { loadApi, startServiceTarget } from "../../fuzz/suite.ts";

/** A different seed every day, which repeats the run of that day. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Date.now() / 86_400_000));

describeEngines(engines, (engine) => {
  test(`10,000 requests with the seed ${seed} get no response outside the spec`, async () => {
    const { requests, failure } = await fuzz({
      api: loadApi(),
      seed,
      requests: 10_000,
      start: (api) => startServiceTarget(api, { engine }),
    });
    expect(failure, `pnpm fuzz --engine ${engine.name.toLowerCase()} --seed ${seed}`).toBeUndefined();
    expect(requests).toBeGreaterThanOrEqual(10_000);
  }, 1_800_000);
});
