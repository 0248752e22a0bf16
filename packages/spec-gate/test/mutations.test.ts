import { expect, test } from "vitest";
import { judgeMutations } from "../mutations/judge-mutations.ts";

test("catches every breaking change to the spec, and stays silent on harmless ones", () => {
  const all = judgeMutations();
  const breaking = all.filter(({ mutation }) => mutation.isBreaking);
  expect(Math.min(breaking.length, all.length - breaking.length)).toBeGreaterThan(150);
  const wrong = all.filter(({ mutation, isAlarm }) => mutation.isBreaking !== isAlarm);
  expect(wrong.map(({ mutation }) => `${mutation.group}: ${mutation.name}`)).toEqual([]);
});
