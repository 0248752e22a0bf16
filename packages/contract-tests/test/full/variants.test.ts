import { expect, test } from "vitest";
import { forEach, refusalsOf, variantGroups } from "../../mutants/run-on-host.ts";

test("no case refuses a legal variant of the reference host", async () => {
  const refusals: string[] = [];
  await forEach(variantGroups(), async (group) => void refusals.push(...(await refusalsOf(group))));
  expect(refusals).toEqual([]);
}, 1_800_000);
