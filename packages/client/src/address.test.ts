import { expect, test } from "vitest";
import { createPathSerializer, serializeQuery } from "./address.ts";
import { InvalidArgumentError } from "./errors.ts";

const serializePath = createPathSerializer("http://a.example/computers/{computerId}/install-deps");
const pathOf = (computerId: unknown) => serializePath(() => computerId);

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
  const path = pathOf(computerId);
  expect(path).toBe(`http://a.example/computers/${encoded}/install-deps`);
  expect(new URL(path).pathname).toBe(`/computers/${encoded}/install-deps`);
});

test.each(["", ".", "..", undefined, null, Number.NaN, {}, "\ud800"])("%j is refused", (computerId) => {
  expect(() => pathOf(computerId)).toThrow(InvalidArgumentError);
});

test("an address without parameters stays as it is, and parameters keep their order", () => {
  const values: Record<string, string> = { b: "2", a: "1" };
  expect(createPathSerializer("http://a.example/computers")(() => "x")).toBe("http://a.example/computers");
  expect(createPathSerializer("/{a}/{b}")((name) => values[name])).toBe("/1/2");
});

test.each<[Record<string, unknown>, string]>([
  [{}, ""],
  [{ a: "" }, "?a="],
  [{ a: undefined }, ""],
  [{ a: 1, b: true, c: "x y&z" }, "?a=1&b=true&c=x%20y%26z"],
  [{ "a[b]": "ü" }, "?a%5Bb%5D=%C3%BC"],
  [{ ids: ["a", "b"] }, "?ids=a&ids=b"],
  [{ ids: [] }, ""],
])("%j is written as %s", (query, text) => {
  expect(serializeQuery(query, Object.keys(query))).toBe(text);
});

test.each([["\ud800"], [null], [{}], [new Date()], [[null]], [["a", ["b"]]], [Symbol("s")]])(
  "the value %j is refused with its name",
  (value) => {
    expect(() => serializeQuery({ hostId: value }, ["hostId"])).toThrow(
      new InvalidArgumentError("hostId must be Unicode text, a number or a boolean"),
    );
  },
);
