import { expect, test } from "vitest";
import { isDiffOnly } from "../mutations/page.ts";
import { proof } from "../mutations/proof.ts";

test("catches every breaking change to the spec, and stays silent on every harmless one", {
  timeout: 600_000,
}, async () => {
  const outcomes = await proof();
  const names = (wrong: typeof outcomes) =>
    wrong.map(({ mutation }) => `${mutation.group}: ${mutation.name}`);
  const breaking = outcomes.filter(({ mutation }) => mutation.isBreaking);
  const harmless = outcomes.filter(({ mutation }) => !mutation.isBreaking);
  expect(Math.min(breaking.length, harmless.length)).toBeGreaterThan(150);
  expect(names(breaking.filter(({ isAlarm }) => !isAlarm))).toEqual([]);
  expect(names(harmless.filter(({ isAlarm }) => isAlarm))).toEqual([]);
  const isSeenByOthers = breaking.filter((outcome) => !isDiffOnly(outcome));
  expect(isSeenByOthers.length / breaking.length).toBeGreaterThan(0.7);
});
