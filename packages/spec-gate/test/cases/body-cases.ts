import type { JsonObject } from "../../src/json-value.ts";
import { type Case, json, object, type Parts } from "../api.ts";
import { body, row, string } from "./parts.ts";

export const bodyCases: readonly Case[] = [
  row("a required body added", {}, body({ required: true }), "major", "major"),
  row("an optional body added", {}, body({}), "minor", "major"),
  row("a body that became required", body({}), body({ required: true }), "major", "minor"),
  row(
    "a media type added",
    body({}),
    body({ content: { ...json(string), "text/plain": { schema: string } } }),
    "minor",
    "major",
  ),
  row(
    "another media type",
    body({}),
    body({ content: { "text/plain": { schema: string } } }),
    "major",
    "major",
  ),
  row(
    "JSON's character set",
    body({}),
    body({ content: { "Application/JSON; charset=UTF-8": { schema: string } } }),
    "patch",
    "patch",
  ),
  row(
    "a range of media types",
    body({}),
    body({ content: { "application/*": { schema: string } } }),
    "minor",
    "major",
  ),
  row(
    "a media type of its own that a range covered before, with a narrower schema",
    body({ content: { "*/*": { schema: string } } }),
    body({
      content: {
        "*/*": { schema: string },
        "application/json": { schema: { type: "string", maxLength: 9 } },
      },
    }),
    "major",
    "minor",
  ),
  row(
    "a body as a component",
    body({}),
    {
      operation: { requestBody: { $ref: "#/components/requestBodies/B" } },
      components: { requestBodies: { B: { content: json(string) } } },
    },
    "patch",
    "patch",
  ),
  row(
    "a body default changed",
    { request: object({ a: { type: "string", default: "x" } }) },
    { request: object({ a: { type: "string", default: "y" } }) },
    "major",
    "major",
  ),
  row("the encoding of a part", part("text/plain"), part("application/json"), "major", "major"),
  row("a part's content type that is the default anyway", multipart(), part("text/plain"), "patch", "patch"),
  row("another content type of a part", part("image/png"), part("image/png, image/gif"), "minor", "major"),
  row(
    "an optional part added with its encoding",
    multipart(undefined, {}),
    part("image/png"),
    "minor",
    "major",
  ),
  row(
    "an encoding without a property",
    multipart(),
    multipart({ z: { contentType: "text/csv" } }),
    "patch",
    "patch",
  ),
  row(
    "a header that a part has to carry",
    multipart(),
    multipart({ a: { headers: { "X-A": { required: true, schema: string } } } }),
    "major",
    "major",
  ),
  row(
    "an encoding outside a form",
    body({}),
    body({
      content: { "application/json": { schema: string, encoding: { a: { contentType: "text/csv" } } } },
    }),
    "patch",
    "patch",
  ),
  row(
    "a form's style that is the default anyway",
    form(),
    form({ style: "form", explode: true }),
    "patch",
    "patch",
  ),
  row("a form's list in one piece", form(), form({ explode: false }), "major", "major"),
];

function part(contentType: string): Parts {
  return multipart({ a: { contentType } });
}

function multipart(encoding: JsonObject = {}, properties: JsonObject = { a: string }): Parts {
  return body({ content: { "multipart/form-data": { schema: object(properties), encoding } } });
}

function form(a: JsonObject = {}): Parts {
  const schema = object({ a: { type: "array", items: string } });
  return body({ content: { "application/x-www-form-urlencoded": { schema, encoding: { a } } } });
}
