import type { JsonObject } from "../../src/json-value.ts";
import { type Case, json, object } from "../api.ts";
import { parameters, query, row, string } from "./parts.ts";

export const PARAMETER_CASES: readonly Case[] = [
  row("an optional query parameter added", {}, parameters(query()), "minor", "major"),
  row("a required query parameter added", {}, parameters(query({ required: true })), "major", "major"),
  row(
    "a parameter that became required",
    parameters(query()),
    parameters(query({ required: true })),
    "major",
    "minor",
  ),
  row("a renamed query parameter", parameters(query()), parameters(query({ name: "r" })), "major", "major"),
  row(
    "a parameter moved to a header",
    parameters(query()),
    parameters(query({ in: "header" })),
    "major",
    "major",
  ),
  row("a cookie added", {}, parameters(query({ in: "cookie" })), "minor", "major"),
  row(
    "a header in another letter case",
    parameters(query({ in: "header", name: "X-A" })),
    parameters(query({ in: "header", name: "x-a" })),
    "patch",
    "patch",
  ),
  row(
    "the header Authorization as a parameter",
    {},
    parameters(query({ in: "header", name: "Authorization", required: true })),
    "patch",
    "patch",
  ),
  row(
    "a parameter's type",
    parameters(query()),
    parameters(query({ schema: { type: "integer" } })),
    "major",
    "major",
  ),
  row(
    "a parameter's enum loosened",
    parameters(query({ schema: { enum: ["a"] } })),
    parameters(query({ schema: { enum: ["a", "b"] } })),
    "minor",
    "major",
  ),
  row(
    "a query default changed",
    parameters(query({ schema: { type: "string", default: "a" } })),
    parameters(query({ schema: { type: "string", default: "b" } })),
    "major",
    "major",
  ),
  row(
    "a query default documented",
    parameters(query()),
    parameters(query({ schema: { type: "string", default: "b" } })),
    "minor",
    "major",
  ),
  row(
    "the default of a required parameter",
    parameters(query({ required: true, schema: { type: "string", default: "a" } })),
    parameters(query({ required: true, schema: { type: "string", default: "b" } })),
    "patch",
    "patch",
  ),
  row(
    "a list no longer exploded",
    parameters(query({ schema: { type: "array", items: string } })),
    parameters(query({ explode: false, schema: { type: "array", items: string } })),
    "major",
    "major",
  ),
  row(
    "a list in another style",
    parameters(query({ explode: false, schema: { type: "array", items: string } })),
    parameters(query({ explode: false, style: "pipeDelimited", schema: { type: "array", items: string } })),
    "major",
    "major",
  ),
  row(
    "the style that is the default anyway",
    parameters(query({ schema: { type: "array", items: string } })),
    parameters(query({ style: "form", explode: true, schema: { type: "array", items: string } })),
    "patch",
    "patch",
  ),
  row(
    "explode of a single value",
    parameters(query()),
    parameters(query({ explode: false })),
    "patch",
    "patch",
  ),
  row(
    "reserved characters allowed",
    parameters(query()),
    parameters(query({ allowReserved: true })),
    "minor",
    "major",
  ),
  row(
    "a schema turned into content",
    parameters(query({ schema: object({ a: string }) })),
    parameters({ name: "q", in: "query", content: json(object({ a: string })) }),
    "major",
    "major",
  ),
  row(
    "a parameter of the path, moved to the operation",
    { pathItem: { parameters: [pathId(), query()] } },
    { pathItem: { parameters: [] }, parameters: [pathId(), query()] },
    "patch",
    "patch",
  ),
  row(
    "parameters in another order",
    parameters(query(), query({ name: "r" })),
    parameters(query({ name: "r" }), query()),
    "patch",
    "patch",
  ),
  row(
    "a parameter as a component",
    parameters(query()),
    { parameters: [{ $ref: "#/components/parameters/Q" }], components: { parameters: { Q: query() } } },
    "patch",
    "patch",
  ),
];

function pathId(): JsonObject {
  return { name: "thingId", in: "path", required: true, schema: string };
}
