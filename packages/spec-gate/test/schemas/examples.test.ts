import { expect, test } from "vitest";
import { accepts } from "../../src/schema/alternatives/accepts.ts";
import { exampleOfAll } from "../../src/schema/alternatives/example.ts";
import { object, verdictOf } from "../api.ts";

test.each([
  { type: "integer", maximum: 10, multipleOf: 3 },
  { type: "integer", maximum: -10, multipleOf: 3 },
  { type: "integer", exclusiveMaximum: 9, multipleOf: 3 },
  { type: "integer", exclusiveMinimum: 9, multipleOf: 3 },
  { type: "integer", exclusiveMinimum: 9.5 },
  { type: "integer", minimum: 9.5, maximum: 10.5 },
  { type: "integer", maximum: 9.5 },
  { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 2 },
  { type: "integer", minimum: 1, multipleOf: 1.5 },
  { type: "number", maximum: 1, multipleOf: 0.3 },
  { type: "number", exclusiveMaximum: 0.3, multipleOf: 0.1 },
  { type: "number", exclusiveMinimum: 0.3, multipleOf: 0.1 },
  { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.1 },
  { type: "number", exclusiveMinimum: 0.9, exclusiveMaximum: 1 },
  { type: "number", multipleOf: 3, minimum: 1, maximum: 3 },
  { type: "number", allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], minimum: 1 },
])("the example of %j is valid", (schema) => {
  expect(accepts([schema], exampleOfAll([schema]))).toBe(true);
});

test("a number that now fits two members of a oneOf is found below an upper bound", () => {
  const oneOf = (maximum: number) =>
    object({
      a: {
        oneOf: [
          { type: "integer", maximum: 10, multipleOf: 3 },
          { type: "integer", minimum: maximum },
        ],
      },
    });
  expect(verdictOf({ request: oneOf(11) }, { request: oneOf(-50) }).impact).toBe("major");
});
