import { expect, test } from "vitest";
import { typesSource } from "./paths-source.ts";

const describe = (schemas: object): object => ({
  openapi: "3.1.0",
  info: { title: "Sample", version: "1.0.0" },
  paths: {},
  components: { schemas },
});

test("an open enum is a plain string", () => {
  const source = typesSource(
    describe({ Step: { type: "string", "x-extensible-enum": ["pending", "failed"] } }),
    "make",
  );
  expect(source).toContain("Step: string;");
});

test("a closed enum stays closed", () => {
  const source = typesSource(describe({ Kind: { type: "string", enum: ["a", "b"] } }), "make");
  expect(source).toContain('Kind: "a" | "b";');
});

test("a local definition replaces its references", () => {
  const source = typesSource(
    describe({
      Outer: {
        $defs: { inner: { type: "number" } },
        type: "object",
        properties: { value: { $ref: "#/components/schemas/Outer/$defs/inner" } },
      },
    }),
    "make",
  );
  expect(source).toContain("value?: number;");
  expect(source).not.toContain("$defs: {");
});

test("the header names the command", () => {
  expect(typesSource(describe({}), "pnpm generate")).toMatch(/^\/\/ Generated .* by `pnpm generate`/);
});
