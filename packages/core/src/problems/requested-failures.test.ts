import { expect, test } from "vitest";
import { createRequestedFailures, NoResponseError, refuseAsAsked } from "./requested-failures.ts";

test.each([
  ["problem=rate-limited", ["rate-limited", "rate-limited", "rate-limited", "rate-limited"]],
  ["problem=rate-limited; times=2", ["rate-limited", "rate-limited", undefined, "rate-limited"]],
  ['respond-async, Problem="timeout";wait=9;TIMES=1', ["timeout", undefined, "timeout", undefined]],
  ["problem=timeout; times=0", [undefined, undefined, undefined, undefined]],
  ["problem=timeout; times=many", ["timeout", "timeout", "timeout", "timeout"]],
  ["problem, problem=, times=2, return=minimal", [undefined, undefined, undefined, undefined]],
  ["", [undefined, undefined, undefined, undefined]],
  ["x problem=timeout, problem=timeout x", [undefined, undefined, undefined, undefined]],
  [" problem = timeout ; times = 1 ", ["timeout", undefined, "timeout", undefined]],
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
  expect(failureOf("1", once)).toBeUndefined();
  expect(failureOf("0", once)).toBe("unavailable");
  expect(failureOf("1000", once)).toBeUndefined();
});

test("senders that count nothing push none out", () => {
  const failureOf = createRequestedFailures();
  expect(failureOf("a", "problem=unavailable; times=1")).toBe("unavailable");
  for (let sender = 0; sender <= 1_000; sender++) failureOf(String(sender), "problem=unavailable");
  expect(failureOf("a", "problem=unavailable; times=1")).toBeUndefined();
});

test.each([
  ["name-taken", { "preference-applied": "problem=name-taken" }],
  ["rate-limited", { "preference-applied": "problem=rate-limited", "retry-after": "3" }],
  ["unavailable", { "preference-applied": "problem=unavailable", "retry-after": "3" }],
])("%s is a problem with %j", (code, headers) => {
  expect(() => refuseAsAsked(code, 3)).toThrow(expect.objectContaining({ code, options: { headers } }));
});

test.each([
  ["timeout", false],
  ["connection", true],
])("%s gets no response; whether the connection breaks: %s", (name, breaksConnection) => {
  expect(() => refuseAsAsked(name, 3)).toThrow(NoResponseError);
  expect(() => refuseAsAsked(name, 3)).toThrow(expect.objectContaining({ breaksConnection }));
});

test.each(["unheard-of", "toString", "", undefined])("%s fails nothing", (name) => {
  expect(() => refuseAsAsked(name, 3)).not.toThrow();
});
