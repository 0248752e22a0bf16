import { expect, test } from "vitest";
import { schemaFormatsSource } from "../src/generate/client/schema-formats-source.ts";
import { unknownFormats } from "../src/generate/refusals/formats.ts";
import { checkSupported } from "../src/generate/refusals/refusals.ts";
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

test.each([
  ["date-tme", "date-time"],
  ["datetime", "date-time"],
  ["dateTime", "date-time"],
  ["date-tiem", "date-time"],
  ["int-32", "int32"],
  ["Int64", "int64"],
  ["emial", "email"],
  ["pasword", "password"],
  ["uri_reference", "uri-reference"],
  ["UUID", "uuid"],
  ["regexp", "regex"],
])("refuses the format %s, and means %s", (format, meant) => {
  const message = `No one knows the format "${format}", so nothing would check it: write ${meant}.`;
  const pointers = [
    "/components/schemas/Thing/allOf/0/properties/format/format",
    "/paths/~1things/get/parameters/0/schema/format",
    "/paths/~1things/get/responses/200/headers/X-A/schema/format",
    "/paths/~1things/get/responses/200/content/application~1json/schema/items/format",
  ];
  expect(() => checkSupported(apiWith(format))).toThrow(
    expect.objectContaining({
      errors: pointers.map((pointer) => expect.objectContaining({ message, pointer })),
    }),
  );
});

test("takes other unknown formats, and lists those of every place once", () => {
  const api = apiWith("ulid", "url", "phone", "uuid4");
  expect(() => checkSupported(api)).not.toThrow();
  expect(unknownFormats(api)).toEqual(["ulid", "phone", "uuid4", "url"]);
  for (const format of [
    "ip",
    "uint",
    "u-int64",
    "int128",
    "float64",
    "date",
    "binary",
    "bytes",
    "constructor",
  ]) {
    expect(() => checkSupported(apiWith(format))).not.toThrow();
  }
});

test("the client has only the formats that are used", () => {
  const source = schemaFormatsSource(apiWith("date-time", "int32", "constructor"), "make");
  expect(source).toContain('"date-time": formats.dateTime');
  expect(source).toContain("int32: formats.int32");
  expect(schemaFormatsSource(apiWith("u-int64"), "make")).toContain('"u-int64": formats.uInt64');
  expect(source).not.toContain("constructor");
  expect(schemaFormatsSource(apiWith("password"), "make")).not.toContain("import *");
});
