import { afterEach, expect, test, vi } from "vitest";
import { parseRetryAfter, retryDelay } from "./retry.ts";

const limits = { maxRetries: 2, maxRetryAfterMs: 60_000 };
const end = (status: number, retryAfterMs?: number) => ({ response: { status }, retryAfterMs });
const isSentAgain = (...args: Parameters<typeof retryDelay>) => retryDelay(...args) !== undefined;

test.each([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 530])(
  "retries a GET after %i",
  (status) => {
    expect(isSentAgain("GET", end(status), 0, limits)).toBe(true);
  },
);

test.each([200, 301, 400, 401, 403, 404, 409, 413, 415, 501, 505, 507, 525, 599])(
  "does not retry a GET after %i",
  (status) => {
    expect(isSentAgain("GET", end(status, 0), 0, limits)).toBe(false);
  },
);

test("retries a GET after a broken connection, but not a write", () => {
  expect(["GET", "PATCH", "POST"].map((method) => isSentAgain(method, undefined, 0, limits))).toEqual([
    true,
    false,
    false,
  ]);
});

test.each(["PATCH", "POST"])("retries a %s only after 429 and 503 with Retry-After", (method) => {
  const statuses = [408, 425, 429, 500, 502, 503, 504, 520];
  expect(statuses.filter((status) => isSentAgain(method, end(status, 0), 0, limits))).toEqual([429, 503]);
  expect(statuses.filter((status) => isSentAgain(method, end(status), 0, limits))).toEqual([]);
});

test.each([
  [0, 0, 0],
  [0, 1, 100],
  [60_000, 0, 60_000],
  [60_000, 1, 66_100],
])("the pause after a Retry-After of %i ms at jitter %d is %i ms", (retryAfterMs, jitter, ms) => {
  vi.spyOn(Math, "random").mockReturnValue(jitter);
  expect(retryDelay("GET", end(503, retryAfterMs), 0, limits)).toBe(ms);
});

test("does not wait for a Retry-After above maxRetryAfterMs", () => {
  expect(retryDelay("GET", end(503, 60_001), 0, limits)).toBeUndefined();
});

test("stops after maxRetries", () => {
  expect(isSentAgain("GET", end(503), 1, limits)).toBe(true);
  expect(isSentAgain("GET", end(503), 2, limits)).toBe(false);
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
  expect(retryDelay("GET", undefined, retry, { ...limits, maxRetries: 100 })).toBe(ms);
});
