import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { invalidData, type MutatorName, mutators, type ObjectSchema } from "./mutators.ts";

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

test("the value that the mutators start from is valid", () => {
  expect(validate(value)).toBe(true);
});

test.each(Object.keys(mutators) as MutatorName[])("%s makes data that is invalid", (name) => {
  const made = invalidData(name, { schema, value }, (candidate) => validate(candidate));
  expect(made).not.toEqual([]);
  expect(made.filter((candidate) => validate(candidate))).toEqual([]);
});

test("what turns out to be valid is never returned", () => {
  expect(invalidData("changesAType", { schema, value }, () => true)).toEqual([]);
});

test("a schema without a rule gives its mutator nothing to break", () => {
  const made = invalidData("dropsARequired", { schema: { properties: {} }, value: {} }, () => false);
  expect(made).toEqual([]);
});
