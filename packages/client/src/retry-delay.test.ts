import { afterEach, expect, test, vi } from "vitest";
import { backoffDelay, parseRetryAfter } from "./retry-delay.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  ["5", 5_000],
  ["0", 0],
  ["Fri, 20 Nov 2026 12:00:10 GMT", 10_000],
  ["Fri, 20 Nov 2026 11:59:50 GMT", 0],
  ["1.5", 1_500],
  ["-5", undefined],
  ["soon", undefined],
  ["", undefined],
  [null, undefined],
])("reads Retry-After %j as %j ms", (value, ms) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) });
  expect(parseRetryAfter(value)).toBe(ms);
});

test.each([
  [0, 0, 0],
  [0, 1, 500],
  [1, 1, 1_000],
  [3, 0.5, 2_000],
  [4, 1, 8_000],
  [30, 1, 8_000],
])("the pause before retry %i at jitter %d is %i ms", (retry, jitter, ms) => {
  vi.spyOn(Math, "random").mockReturnValue(jitter);
  expect(backoffDelay(retry)).toBe(ms);
});
