import { expect, test } from "vitest";
import { type Verdict, verdicts } from "../mutations/proof.ts";

test("catches every breaking change to the spec, and stays silent on every harmless one", () => {
  const all = verdicts();
  const names = (wrong: readonly Verdict[]) =>
    wrong.map(({ mutation }) => `${mutation.group}: ${mutation.name}`);
  const breaking = all.filter(({ mutation }) => mutation.isBreaking);
  const harmless = all.filter(({ mutation }) => !mutation.isBreaking);
  expect(Math.min(breaking.length, harmless.length)).toBeGreaterThan(150);
  expect(names(breaking.filter(({ isAlarm }) => !isAlarm))).toEqual([]);
  expect(names(harmless.filter(({ isAlarm }) => isAlarm))).toEqual([]);
});
