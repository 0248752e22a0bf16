import type { JsonObject } from "../../src/json-value.ts";
import type { Case, Parts } from "../api.ts";
import { ok, row, servers, string } from "./parts.ts";

export const pathCases: readonly Case[] = [
  row("an operationId given", { operation: { operationId: undefined } }, {}, "minor", "major"),
  row(
    "an operation added",
    at("/things", "get"),
    { paths: { ...at("/things", "get").paths, ...at("/others", "get").paths } },
    "minor",
    "major",
  ),
  row(
    "a method added",
    at("/things", "get"),
    { paths: { "/things": { get: plain(), delete: plain() } } },
    "minor",
    "major",
  ),
  row(
    "HEAD removed",
    { paths: { "/things": { get: plain(), head: plain() } } },
    at("/things", "get"),
    "major",
    "minor",
  ),
  row("another path", at("/things", "get"), at("/objects", "get"), "major", "major"),
  row("a slash at the end", at("/things", "get"), at("/things/", "get"), "major", "major"),
  row("another method", at("/things", "post"), at("/things", "put"), "major", "major"),
  row("a path parameter renamed", withId("thingId"), withId("id"), "minor", "minor"),
  row(
    "an operationId renamed",
    { operation: { operationId: "a" } },
    { operation: { operationId: "b" } },
    "major",
    "major",
  ),
  row("a deprecated operation", {}, { operation: { deprecated: true } }, "minor", "minor"),
  row("a tag", {}, { operation: { tags: ["x"] } }, "patch", "patch"),
  row("a summary", {}, { operation: { summary: "x" } }, "patch", "patch"),
  row(
    "a server added",
    servers("https://a.test"),
    servers("https://a.test", "https://b.test"),
    "minor",
    "major",
  ),
  row(
    "servers in another order",
    servers("https://b.test", "https://a.test"),
    servers("https://a.test", "https://b.test"),
    "patch",
    "patch",
  ),
  row("a server's slash at the end", servers("https://a.test"), servers("https://A.test/"), "patch", "patch"),
  row(
    "a path moved from the server's URL",
    { ...at("/things", "get"), ...servers("https://a.test/v1") },
    { ...at("/v1/things", "get"), ...servers("https://a.test") },
    "patch",
    "patch",
  ),
  row("the default of a server's variable", region("a"), region("b"), "major", "major"),
  row("any value allowed for a server's variable", region("a"), region("a", []), "minor", "major"),
  row("servers as a variable", servers("https://a.test", "https://b.test"), region("a"), "patch", "patch"),
  row(
    "a server of the operation",
    servers("https://a.test"),
    { ...servers("https://a.test"), operation: { servers: [{ url: "https://b.test" }] } },
    "major",
    "major",
  ),
  row(
    "the same server on the path",
    servers("https://a.test"),
    { ...servers("https://a.test"), pathItem: { servers: [{ url: "https://a.test" }] } },
    "patch",
    "patch",
  ),
];

function plain(): JsonObject {
  return { responses: { 200: ok() } };
}

function region(first: string, values: readonly string[] = ["a", "b"]): Parts {
  const variables = { r: { default: first, ...(values.length > 0 ? { enum: values } : {}) } };
  return { root: { servers: [{ url: "https://{r}.test", variables }] } };
}

function at(path: string, method: string): Parts {
  return { paths: { [path]: { [method]: plain() } } };
}

function withId(name: string): Parts {
  const parameter = { name, in: "path", required: true, schema: string };
  return { paths: { [`/things/{${name}}`]: { get: { ...plain(), parameters: [parameter] } } } };
}
