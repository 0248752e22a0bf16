import { expect, test } from "vitest";
import { diffJson } from "./diff-json.ts";

test("names each place that differs, with the expected and the actual value", () => {
  const expected = { name: "a", steps: [{ id: "x" }], gone: 1 };
  const actual = { name: "b", steps: [{ id: "x", more: true }] };
  expect(diffJson(expected, actual).split("\n")).toEqual([
    '- /name "a"',
    '+ /name "b"',
    "+ /steps/0/more true",
    "- /gone 1",
  ]);
});

test("values of different types differ as a whole, and equal values do not differ", () => {
  expect(diffJson([1], { 0: 1 })).toBe('- / [1]\n+ / {"0":1}');
  expect(diffJson({ a: [1] }, { a: [1] })).toBe("");
});

test("a long diff ends with the number of omitted lines", () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  expect(diffJson(numbers, []).split("\n").at(-1)).toBe("  ... 10 more");
});
