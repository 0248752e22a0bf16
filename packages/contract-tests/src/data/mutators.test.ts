import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { hardTexts } from "./hard-texts.ts";
import { invalidData, mutators, type ObjectSchema } from "./mutators.ts";

/** A schema with every rule that a mutator can break. */
const schema: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 63 },
    hostId: { type: "string", format: "uuid" },
    size: { type: "integer", minimum: 1, maximum: 8 },
    kind: { type: "string", enum: ["byom", "managed"] },
  },
};
const ajv = new Ajv2020();
addFormats.default(ajv);
const validate = ajv.compile(schema);
const value = { name: "build-box", size: 4 };

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

test("hard texts stay within their bounds in code points, and include the minimum and maximum", () => {
  const texts = hardTexts({ minLength: 1, maxLength: 63 });
  const lengths = texts.map((text) => [...text].length);
  expect(Math.min(...lengths)).toBe(1);
  expect(Math.max(...lengths)).toBe(63);
  expect(texts.some((text) => text !== text.normalize("NFC"))).toBe(true);
  expect(texts.some((text) => text !== text.trim())).toBe(true);
});
