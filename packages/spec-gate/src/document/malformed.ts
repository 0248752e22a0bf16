import { arrayOf, isObject, type JsonObject, objectOf } from "../json-value.ts";
import { schemaKeywords } from "./schema-keywords.ts";

/** A part of a description that OpenAPI does not allow there. The gate treats it as absent. */
export interface Malformed {
  readonly node: JsonObject;
  readonly key: string;
  readonly message: string;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const isList = (value: unknown) => Array.isArray(value);
const listKeys = ["parameters", "security", "servers", "tags"];
const objectKeys = [
  "responses",
  "requestBody",
  "callbacks",
  "headers",
  "content",
  "links",
  "paths",
  "webhooks",
];

/** The malformed parts of a linked description that the contract depends on. */
export function malformedParts(root: JsonObject): Malformed[] {
  const found: Malformed[] = [];
  const seen = new Set<object>();
  const schemas: unknown[] = [];
  const visitSchemas = () => {
    while (schemas.length > 0) {
      const next = schemas.pop();
      if (!isObject(next) || seen.has(next)) continue;
      seen.add(next);
      for (const { key, wants, isRight, inner } of schemaKeywords) {
        const value = next[key];
        if (value === undefined) continue;
        if (isRight(value)) schemas.push(...inner(value));
        else found.push({ node: next, key, message: `${key} has to be ${wants}` });
      }
    }
  };
  const visit = (node: unknown): void => {
    if (!isObject(node) || seen.has(node)) return;
    seen.add(node);
    for (const key of listKeys) {
      if (node[key] !== undefined && !isList(node[key]))
        found.push({ node, key, message: `${key} has to be a list` });
    }
    for (const key of objectKeys) {
      if (node[key] !== undefined && !isObject(node[key]))
        found.push({ node, key, message: `${key} has to be an object` });
    }
    schemas.push(node.schema, node.itemSchema);
    for (const key of [...methods, "requestBody"]) visit(node[key]);
    for (const key of ["responses", "content", "headers", "additionalOperations"])
      for (const inner of Object.values(objectOf(node[key]))) visit(inner);
    for (const callback of Object.values(objectOf(node.callbacks)))
      for (const item of Object.values(objectOf(callback))) visit(item);
    for (const parameter of arrayOf(node.parameters)) visit(parameter);
  };
  visit(root);
  for (const key of ["paths", "webhooks", "x-webhooks"])
    for (const item of Object.values(objectOf(root[key]))) visit(item);
  visitSchemas();
  return found;
}
