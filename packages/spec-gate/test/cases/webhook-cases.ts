import type { JsonObject } from "../../src/json-value.ts";
import { type Case, json, object, type Parts } from "../api.ts";
import { row, string } from "./parts.ts";

const hook = (item: JsonObject): Parts => ({ root: { webhooks: { made: { post: item } } } });
const sent = (schema: unknown, more: JsonObject = {}) =>
  hook({
    requestBody: { required: true, content: json(schema), ...more },
    responses: { 200: { description: "Taken." } },
  });

export const webhookCases: readonly Case[] = [
  row("a webhook added", {}, sent(object({ a: string })), "minor", "major"),
  row(
    "a webhook's property added",
    sent(object({ a: string })),
    sent(object({ a: string, b: string })),
    "minor",
    "major",
  ),
  row(
    "a webhook's property may be missing",
    sent(object({ a: string }, { required: ["a"] })),
    sent(object({ a: string })),
    "major",
    "minor",
  ),
  row(
    "a webhook's enum grows",
    sent(object({ a: { enum: ["x"] } })),
    sent(object({ a: { enum: ["x", "y"] } })),
    "major",
    "minor",
  ),
  row("a webhook's body may be missing", sent(string), sent(string, { required: false }), "major", "minor"),
  row(
    "a webhook in another media type too",
    sent(string),
    hook({
      requestBody: { required: true, content: { ...json(string), "text/plain": { schema: string } } },
      responses: { 200: { description: "Taken." } },
    }),
    "major",
    "major",
  ),
  row("a callback that wants a reply", callback(string), callback(string, json(string)), "major", "major"),
  row("a callback added", {}, callback(object({ a: string })), "minor", "major"),
  row(
    "a callback's property added",
    callback(object({ a: string })),
    callback(object({ a: string, b: string })),
    "minor",
    "major",
  ),
];

function callback(schema: unknown, reply?: JsonObject): Parts {
  const response = { description: "Taken.", ...(reply ? { content: reply } : {}) };
  const post = { requestBody: { content: json(schema) }, responses: { 200: response } };
  return { operation: { callbacks: { done: { "{$request.body#/url}": { post } } } } };
}
