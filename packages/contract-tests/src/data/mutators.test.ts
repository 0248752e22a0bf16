import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { invalidData, mutators, type ObjectSchema } from "./mutators.ts";
import { classTexts } from "./text-classes.ts";

/** A schema with every rule that a mutator can break. */
const schema: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    name: { minLength: 1, maxLength: 63 },
    hostId: { format: "uuid" },
  },
};
const ajv = new Ajv2020();
addFormats.default(ajv);
const texts = Object.entries(schema.properties ?? {}).map(([name, one]) => [
  name,
  { ...one, type: "string" },
]);
const validate = ajv.compile({ ...schema, properties: Object.fromEntries(texts) });
const value = { name: "build-box" };

test("the mutators start from a valid value", () => {
  expect(validate(value)).toBe(true);
});

test.each(Object.keys(mutators))("%s makes data that is invalid", (name) => {
  const made = invalidData(name, { schema, value }, (candidate) => validate(candidate));
  expect(made).not.toEqual([]);
  expect(made.filter((candidate) => validate(candidate))).toEqual([]);
});

test("a value that turns out to be valid is never returned", () => {
  expect(invalidData("a property of another type", { schema, value }, () => true)).toEqual([]);
});

test("the classes of characters need at most three texts of 63", () => {
  const texts = classTexts(63);
  expect(texts.map(({ text }) => [...text].length).filter((length) => length > 63)).toEqual([]);
  expect(texts.length).toBeLessThanOrEqual(3);
});
