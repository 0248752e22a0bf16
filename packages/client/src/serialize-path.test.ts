import { expect, test } from "vitest";
import { InvalidArgumentError } from "./errors.ts";
import { createPathSerializer } from "./serialize-path.ts";

const serializePath = createPathSerializer("http://a.example/computers/{computerId}/install-deps");

test.each([
  ["cmp_1", "cmp_1"],
  ["a/../b", "a%2F..%2Fb"],
  ["%2e%2e", "%252e%252e"],
  ["...", "..."],
  ["a b?c#d", "a%20b%3Fc%23d"],
  ["$&$1", "%24%26%241"],
  [5, "5"],
  ["ü😀", "%C3%BC%F0%9F%98%80"],
])("%j is sent as %s", (computerId, encoded) => {
  const path = serializePath({ computerId });
  expect(path).toBe(`http://a.example/computers/${encoded}/install-deps`);
  expect(new URL(path).pathname).toBe(`/computers/${encoded}/install-deps`);
});

test.each(["", ".", "..", undefined, null, Number.NaN, {}, "\ud800"])("%j is refused", (computerId) => {
  expect(() => serializePath({ computerId })).toThrow(InvalidArgumentError);
});

test("an address without parameters is what it is, and parameters stand in their order", () => {
  expect(createPathSerializer("http://a.example/computers")()).toBe("http://a.example/computers");
  expect(createPathSerializer("/{a}/{b}")({ b: "2", a: "1" })).toBe("/1/2");
});
