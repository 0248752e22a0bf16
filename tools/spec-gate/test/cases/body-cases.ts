import { type Case, json, object, type Parts } from "../api.ts";
import { body, row, string } from "./parts.ts";

export const BODY_CASES: readonly Case[] = [
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
  row("the encoding of a part", multipart("text/plain"), multipart("application/json"), "major", "major"),
];

function multipart(contentType: string): Parts {
  return body({
    content: { "multipart/form-data": { schema: object({ a: string }), encoding: { a: { contentType } } } },
  });
}
