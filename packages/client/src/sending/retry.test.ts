import { afterEach, expect, test, vi } from "vitest";
import { parseRetryAfter, retryDelay } from "./retry.ts";

const limits = { maxRetries: 2, maxRetryAfterMs: 60_000 };
const end = (status: number, retryAfterMs: number) =>
  new Response("", { status, headers: { "retry-after": `${retryAfterMs / 1000}` } });

test.each([
  [0, 0, 0],
  [0, 1, 100],
  [60_000, 0, 60_000],
  [60_000, 1, 66_100],
])("the pause after a Retry-After of %i ms at jitter %d is %i ms", (retryAfterMs, jitter, ms) => {
  vi.spyOn(Math, "random").mockReturnValue(jitter);
  expect(retryDelay("GET", end(503, retryAfterMs), 0, limits)).toBe(ms);
});

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
  ["5 \t", 5_000],
  ["-5", undefined],
  ["soon", undefined],
  ["", undefined],
])("reads Retry-After %j as %j ms", (value, ms) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) });
  // `Headers` removes white space from what is set, but the fetch of Node.js leaves it where a service sent it.
  expect(parseRetryAfter(new Map([["retry-after", value]]) as unknown as Headers)).toBe(ms);
});

test("a date in Retry-After is compared with the date of the response, not with the local clock", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 11) });
  const headers = new Headers({
    date: "Fri, 20 Nov 2026 12:00:00 GMT",
    "retry-after": "Fri, 20 Nov 2026 12:00:10 GMT",
  });
  expect(parseRetryAfter(headers)).toBe(10_000);
  expect(parseRetryAfter(new Headers())).toBeUndefined();
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
  expect(retryDelay("GET", undefined, retry, { ...limits, maxRetries: 100 })).toBe(ms);
});
