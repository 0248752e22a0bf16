import { expect, test } from "vitest";
import { verdicts } from "../mutations/proof.ts";
import { wrongOf } from "./wrong-mutations.ts";

// `test/full` judges all of them.
test("catches every seventh breaking change to the spec, and stays silent on harmless ones", () => {
  const some = verdicts((index) => index % 7 === 0);
  expect(new Set(some.map(({ mutation }) => mutation.group)).size).toBe(10);
  expect(wrongOf(some)).toEqual([]);
});
