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
  [{ kind: "array", items: "string", separator: "," }, "a=x,y", ["x", "y"]],
  [{ kind: "array", items: "string", separator: "," }, "a=x%2Cy,z", ["x,y", "z"]],
  [{ kind: "array", items: "integer", separator: "," }, "a=", []],
  [{ kind: "array", items: "string", separator: " " }, "a=x%20y", ["x", "y"]],
  [{ kind: "array", items: "string", separator: " " }, "a=x+y", ["x", "y"]],
  [{ kind: "array", items: "string", separator: "|" }, "a=x|y%7cz", ["x", "y", "z"]],
  [{ kind: "array", items: ["null", "integer"], separator: "," }, "a=1,,2", [1, null, 2]],
  [{ kind: ["integer", "string"] }, "a=all", "all"],
  [{ kind: ["null", "boolean", "integer"] }, "a=", null],
  [{ kind: "string" }, "a=x+y%zz%ff", "x y%zz\ufffd"],
  [{ kind: "object", members: { min: "number" }, separator: "," }, "a=min,2,kind,x", { min: 2, kind: "x" }],
  [{ kind: "object", members: { min: "number" }, separator: "," }, "a=min", "min"],
  [{ kind: "object", members: { min: "number" }, isSpread: true }, "min=2&max=3", { min: 2 }],
  [
    { kind: "object", others: "string", isSpread: true, apart: ["b", "c"] },
    "b=1&x=2&c[d]=3&__proto__=4",
    JSON.parse('{ "x": "2", "__proto__": "4" }'),
  ],
  [{ kind: "object", members: { min: "number" } }, "a[min]=2&a[kind]=x", { min: 2, kind: "x" }],
  [{ kind: "json" }, "a=%7B%22b%22%3A1%7D", { b: 1 }],
  [{ kind: "json" }, "a=%7B", "{"],
])("%j reads %s", (shape, query, value) => {
  expect(read(shape, query)).toEqual({ isGiven: true, isRepeated: false, value });
});

test.each<[ParameterShape, string]>([
  [{ kind: "string" }, "a=1&a=1"],
  [{ kind: "array", separator: "," }, "a=1&a=2"],
  [{ kind: "object" }, "a[x]=1&a[x]=2"],
])("%j in %s is repeated", (shape, query) => {
  expect(read(shape, query)).toMatchObject({ isGiven: true, isRepeated: true });
});

test("an absent parameter is not given", () => {
  expect(read({ kind: "integer" }, "b=1")).toEqual({ isGiven: false });
});
