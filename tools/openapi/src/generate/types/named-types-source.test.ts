import { expect, test } from "vitest";
import { apiOf } from "../../model/api-of.ts";
import { namedTypesSource } from "./named-types-source.ts";

test.each([
  ["an object without properties may have any", { type: "object" }, "type A = Record<string, unknown>;"],
  [
    "a property with a default is optional",
    { type: "object", properties: { tons: { default: 1, type: "number" } } },
    "tons?: number;",
  ],
])("%s", (_what, A, source) => {
  const api = apiOf({ openapi: "3.1.0", info: {}, paths: {}, components: { schemas: { A } } } as never);
  expect(namedTypesSource(api, "make")).toContain(source);
});
