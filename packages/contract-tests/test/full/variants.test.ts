import { expect, test } from "vitest";
import { breachesOf, forEach, refusalsOf, variantGroups } from "../../mutants/run-on-host.ts";
import { habits } from "../../reference/bugs/bugs.ts";

test("no case refuses a legal variant of the reference host", async () => {
  const refusals: string[] = [];
  await forEach(variantGroups(), async (group) => void refusals.push(...(await refusalsOf(group))));
  expect(refusals).toEqual([]);
}, 1_800_000);

test.each(Object.keys(habits) as (keyof typeof habits)[])(
  "what %s does with a wrong body breaks decisions, and nothing that the interface states",
  async (stack) => {
    expect(await breachesOf(stack)).toEqual([]);
  },
  1_800_000,
);
