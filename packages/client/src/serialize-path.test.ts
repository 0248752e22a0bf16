import { expect, test } from "vitest";
import { InvalidArgumentError } from "./errors.ts";
import { serializePath } from "./serialize-path.ts";

const address = "http://a.example/computers/{computerId}/install-deps";

test.each([
  ["cmp_1", "cmp_1"],
  ["a/../b", "a%2F..%2Fb"],
  ["%2e%2e", "%252e%252e"],
  ["...", "..."],
  ["a b?c#d", "a%20b%3Fc%23d"],
  ["$&$1", "%24%26%241"],
  ["ü😀", "%C3%BC%F0%9F%98%80"],
])("%j is sent as %s", (computerId, encoded) => {
  const path = serializePath(address, { computerId });
  expect(path).toBe(`http://a.example/computers/${encoded}/install-deps`);
  expect(new URL(path).pathname).toBe(`/computers/${encoded}/install-deps`);
});

test.each(["", ".", "..", undefined, null, 5, {}, "\ud800"])("%j is refused", (computerId) => {
  expect(() => serializePath(address, { computerId })).toThrow(InvalidArgumentError);
});
