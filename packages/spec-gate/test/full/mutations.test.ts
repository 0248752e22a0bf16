import { expect, test } from "vitest";
import { isDiffOnly } from "../../mutations/page.ts";
import { proof } from "../../mutations/proof.ts";
import { wrongOf } from "../wrong-mutations.ts";

test("the gate judges every mutation rightly, and types or contract tests notice most that break, too", async () => {
  const all = await proof();
  const breaking = all.filter(({ mutation }) => mutation.isBreaking);
  expect(Math.min(breaking.length, all.length - breaking.length)).toBeGreaterThan(150);
  expect(wrongOf(all)).toEqual([]);
  const isSeenByOthers = breaking.filter((outcome) => !isDiffOnly(outcome));
  expect(isSeenByOthers.length / breaking.length).toBeGreaterThan(0.7);
});
