import { expect, test } from "vitest";
import { type ParameterShape, readQueryParameter, splitQuery } from "./parameter-values.ts";

const read = (shape: ParameterShape, query: string) =>
  readQueryParameter({ name: "a", shape }, splitQuery(query));

test.each<[ParameterShape, string, unknown]>([
  [{ kind: "string" }, "a=1", "1"],
  [{ kind: "integer" }, "a=12", 12],
  [{ kind: "number" }, "a=-1.5e2", -150],
  [{ kind: "integer" }, "a=0x10", "0x10"],
  [{ kind: "integer" }, "a=", ""],
  [{ kind: "integer" }, "a=01", "01"],
  [{ kind: "boolean" }, "a=true", true],
  [{ kind: "boolean" }, "a=1", "1"],
  [{ kind: "array", items: "integer" }, "a=1&a=2", [1, 2]],
  [{ kind: "string" }, "a=x+y%zz%ff", "x y%zz\ufffd"],
])("%j reads %s", (shape, query, value) => {
  expect(read(shape, query)).toEqual({ isGiven: true, isRepeated: false, value });
});

test("a single value that is given twice is repeated", () => {
  expect(read({ kind: "string" }, "a=1&a=1")).toMatchObject({ isGiven: true, isRepeated: true });
});

test("an absent parameter is not given", () => {
  expect(read({ kind: "integer" }, "b=1")).toEqual({ isGiven: false });
});
