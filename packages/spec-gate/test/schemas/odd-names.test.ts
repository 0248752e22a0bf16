import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json-value.ts";
import { object, verdictOf } from "../api.ts";

const prototype = (value: unknown) => JSON.parse(`{ "__proto__": ${JSON.stringify(value)} }`) as JsonObject;

test.each([
  ["a value that fits several members of a oneOf of booleans", { const: "a" }, { oneOf: [true, true, true] }],
  ["a value of __proto__", { const: prototype("a") }, { properties: prototype({ type: "number" }) }],
  ["the property __proto__", object(prototype({ type: "string" })), object({})],
])("a request no longer accepts %s", (_name, before, after) => {
  expect(verdictOf({ request: before }, { request: after }).impact).toBe("major");
});

test("a oneOf of one true member accepts everything", () => {
  const after = { oneOf: [true, false, false] };
  expect(verdictOf({ request: { const: "a" } }, { request: after }).impact).toBe("minor");
});
