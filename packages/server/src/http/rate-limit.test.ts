import { expect, test } from "vitest";
import { createRequestCounter } from "./rate-limit.ts";

test("a credential with too many requests waits until its window ends", () => {
  const count = createRequestCounter({ maxRequests: 2, windowMs: 1_000 });
  expect([0, 100, 400, 999].map((now) => count("a", now))).toEqual([0, 0, 600, 1]);
  expect(count("a", 1_000)).toBe(0);
});

test("a credential's requests are still counted after those of 100,000 others", () => {
  const count = createRequestCounter({ maxRequests: 1, windowMs: 1_000 });
  count("a", 0);
  for (let other = 0; other < 100_000; other++) count(`${other}`, 1);
  expect(count("a", 2)).toBe(998);
});
