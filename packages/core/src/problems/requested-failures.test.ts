import { expect, test } from "vitest";
import { createRequestedFailures } from "./requested-failures.ts";

test.each([
  ["problem=rate-limited", ["rate-limited", "rate-limited", "rate-limited", "rate-limited"]],
  ["problem=rate-limited; times=2", ["rate-limited", "rate-limited", undefined, "rate-limited"]],
  ['respond-async, Problem="timeout";wait=9;TIMES=1', ["timeout", undefined, "timeout", undefined]],
  ["problem=timeout; times=0", [undefined, undefined, undefined, undefined]],
  ["problem=timeout; times=many", ["timeout", "timeout", "timeout", "timeout"]],
  ["problem, problem=, times=2, return=minimal", [undefined, undefined, undefined, undefined]],
  ["", [undefined, undefined, undefined, undefined]],
])("%j fails these of four requests: %j", (prefer, expected) => {
  const failureOf = createRequestedFailures();
  expect(expected.map(() => failureOf("a", prefer))).toEqual(expected);
});

test("counts each sender and each failure separately", () => {
  const failureOf = createRequestedFailures();
  const once = "problem=unavailable; times=1";
  expect(failureOf("a", once)).toBe("unavailable");
  expect(failureOf("b", once)).toBe("unavailable");
  expect(failureOf("a", "problem=rate-limited; times=1")).toBe("rate-limited");
  expect(failureOf("a", once)).toBeUndefined();
});

test("forgets the oldest of more than a thousand senders", () => {
  const failureOf = createRequestedFailures();
  const once = "problem=unavailable; times=1";
  for (let sender = 0; sender <= 1_000; sender++) failureOf(String(sender), once);
  expect(failureOf("0", once)).toBe("unavailable");
  expect(failureOf("1000", once)).toBeUndefined();
});
