import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { apiOf, readApi } from "../../model/read-api.ts";
import { namedTypesSource } from "./named-types-source.ts";

const sourceOf = (schemas: object) =>
  namedTypesSource(
    apiOf({ openapi: "3.1.0", info: { title: "Sample" }, paths: {}, components: { schemas } } as never),
    "make",
  );

test("an object becomes a documented interface, anything else an alias", () => {
  const source = sourceOf({
    Ship: { type: "object", description: "It floats.", properties: { tons: { type: "number" } } },
    Flags: { type: "array", items: { $ref: "#/components/schemas/Ship" } },
  });
  expect(source).toContain("/** It floats. */\nexport interface Ship {\n    tons?: number;\n}");
  expect(source).toContain("export type Flags = Ship[];");
});

test("the format of a property is a paragraph above its description", () => {
  const source = sourceOf({
    Ship: {
      type: "object",
      properties: { id: { type: "string", format: "uuid", description: "Its ID." } },
    },
  });
  expect(source).toContain("     * Format: uuid.\n     *\n     * Its ID.\n");
});

test("an open enum keeps its known values and accepts any string, and has an alias", () => {
  const source = sourceOf({
    Step: { type: "object", properties: { status: { type: "string", "x-extensible-enum": ["a", "b"] } } },
  });
  expect(source).toContain('status?: "a" | "b" | (string & {});');
  expect(source).toContain('export type StepStatus = NonNullable<Step["status"]>;');
});

test("an object without properties may have any, unless it may have none", () => {
  const closed = { type: "object", additionalProperties: false };
  const source = sourceOf({ Open: { type: "object" }, Closed: closed, Either: { type: ["object", "null"] } });
  expect(source).toContain("export type Open = Record<string, unknown>;");
  expect(source).toContain("export type Closed = Record<string, never>;");
  expect(source).toContain("export type Either = Record<string, unknown> | null;");
});

test("a property with a default is optional", () => {
  const source = sourceOf({
    Ship: { type: "object", properties: { tons: { default: 1, type: "number" } } },
  });
  expect(source).toContain("tons?: number;");
});

test("converts names to TypeScript names, and refuses two names that become the same", () => {
  const ship = { type: "object", properties: { mate: { $ref: "#/components/schemas/crew-member" } } };
  const source = sourceOf({ "ship.v2": ship, "crew-member": { type: "object" }, Record: ship });
  expect(source).toContain("export interface ShipV2 {\n    mate?: CrewMember;\n}");
  expect(source).toContain("export interface SchemaRecord {");
  expect(() => sourceOf({ "a-b": ship, "a.b": ship })).toThrow(
    "The schemas a-b and a.b would both become the type AB: rename one.",
  );
});

test("the types of a 3.0 description in several files name every schema", async () => {
  const file = fileURLToPath(new URL("../../../test/descriptions/harbour.yaml", import.meta.url));
  const source = namedTypesSource(await readApi(file), "make");
  expect(source).toContain("tonnage?: number | null;\n    sister?: Ship;");
});
