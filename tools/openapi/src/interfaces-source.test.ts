import { expect, test } from "vitest";
import { interfacesSource } from "./interfaces-source.ts";

const sourceOf = (schemas: object) =>
  interfacesSource(
    { openapi: "3.1.0", info: { title: "Sample", version: "1.0.0" }, paths: {}, components: { schemas } },
    "make",
  );

test("an object is an interface with its description, and refers to others by their names", async () => {
  const source = await sourceOf({
    Step: { type: "object", description: "One step.", properties: { name: { type: "string" } } },
    Job: {
      type: "object",
      required: ["first"],
      properties: {
        first: { $ref: "#/components/schemas/Step" },
        steps: { type: "array", items: { $ref: "#/components/schemas/Step" } },
      },
    },
  });
  expect(source).toMatch(
    /\/\*\* @description One step\. \*\/\nexport interface Step \{\n {4}name\?: string;\n\}/,
  );
  expect(source).toContain("first: Step;");
  expect(source).toContain("steps?: Step[];");
  expect(source).not.toContain("components");
});

test("a schema that is not an object is an alias", async () => {
  expect(await sourceOf({ Kind: { type: "string", enum: ["a", "b"] } })).toContain(
    'export type Kind = "a" | "b";',
  );
});

test("an open enum keeps its known values and accepts any string", async () => {
  const source = await sourceOf({ Step: { type: "string", "x-extensible-enum": ["pending", "failed"] } });
  expect(source).toContain('export type Step = "pending" | "failed" | (string & {});');
});

test("a description without schemas gives no type", async () => {
  expect((await sourceOf({})).trim().split("\n")).toHaveLength(1);
});
