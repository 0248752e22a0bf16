import { expect, test } from "vitest";
import { schemaFormatsSource } from "../src/generate/client/schema-formats-source.ts";
import { apiOf } from "../src/index.ts";

const apiWith = (...formats: readonly string[]) => {
  const [first, second = first, third = first, fourth = first] = formats.map((format) => ({
    type: "string",
    format,
  }));
  const content = { "application/json": { schema: { type: "array", items: second }, example: [] } };
  const get = {
    operationId: "getThing",
    tags: ["things"],
    parameters: [{ name: "a", in: "query", schema: third }],
    responses: { 200: { description: "", content, headers: { "X-A": { schema: fourth } } } },
  };
  return apiOf({
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: { "/things": { get } },
    components: { schemas: { Thing: { allOf: [{ type: "object", properties: { format: first } }] } } },
  } as never);
};

test("the client has only the formats that are used", () => {
  const source = schemaFormatsSource(apiWith("date-time", "int32", "constructor"), "make");
  expect(source).toContain('"date-time": formats.dateTime');
  expect(source).toContain("int32: formats.int32");
  expect(schemaFormatsSource(apiWith("u-int64"), "make")).toContain('"u-int64": formats.uInt64');
  expect(source).not.toContain("constructor");
  expect(schemaFormatsSource(apiWith("password"), "make")).not.toContain("import *");
});
