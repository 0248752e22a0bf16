import type { JsonObject } from "../../src/json-value.ts";

/** Listed values of which other keywords allow only some: the first schema is the narrower one. */
export const listedValueCases: readonly (readonly [string, unknown, unknown])[] = [
  pair("listed arrays and what they contain", [[1], [2]], { contains: { const: 1 } }),
  pair("listed arrays and how often they contain it", [[1], [1, 1]], {
    contains: { const: 1 },
    maxContains: 1,
  }),
  pair("listed objects and their property names", [{ a: 1 }, { bc: 1 }], { propertyNames: { maxLength: 1 } }),
  pair("listed objects and what a property requires", [{ a: 1 }, { b: 1 }], {
    dependentRequired: { a: ["b"] },
  }),
];

function pair(name: string, values: readonly unknown[], more: JsonObject): [string, unknown, unknown] {
  return [name, { enum: values, ...more }, { enum: values }];
}
