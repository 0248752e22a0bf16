import { arrayOf, isObject, type JsonObject, objectOf } from "../json-value.ts";
import { isExtensionOfMap, membersOf, methods } from "./keys.ts";
import { isForeign, isSchema, schemaKeywords } from "./schema-keywords.ts";

/** A part of a description that OpenAPI does not allow there. The gate treats it as absent. */
export interface Malformed {
  readonly node: JsonObject;
  /** The path from the node to the part. */
  readonly path: readonly string[];
  readonly value: unknown;
  readonly message: string;
}

const isBoolean = (value: unknown) => typeof value === "boolean";

/** What keys of everything but schemas hold. */
const kindsOfKeys: readonly [keys: readonly string[], wants: string, isRight: (value: unknown) => boolean][] =
  [
    [["parameters", "security", "servers", "tags"], "a list", Array.isArray],
    [["responses", "requestBody", "callbacks", "headers", "content", "links"], "an object", isObject],
    [
      ["paths", "webhooks", "x-webhooks", "encoding", "additionalOperations", ...methods],
      "an object",
      isObject,
    ],
    [["required", "explode", "allowReserved", "allowEmptyValue", "deprecated"], "true or false", isBoolean],
    [["schema", "itemSchema"], "a schema", isSchema],
    [["$ref"], "a text", (value) => typeof value === "string"],
  ];
const kinds = new Map(
  kindsOfKeys.flatMap(([keys, wants, isRight]) => keys.map((key) => [key, { wants, isRight }] as const)),
);
/** The keys whose object is looked into as it is. */
const visitedKeys = new Set([...methods, "requestBody"]);
/** The maps and lists of objects, with what each of these is. */
const members = new Map(
  Object.entries({
    paths: "a path",
    webhooks: "a webhook",
    "x-webhooks": "a webhook",
    callbacks: "a callback",
    additionalOperations: "an operation",
    parameters: "a parameter",
    responses: "a response",
    content: "a media type",
    headers: "a header",
    links: "a link",
    encoding: "an encoding",
    security: "a security requirement",
    servers: "a server",
  }),
);
const itemFields = ["summary", "description", "servers", "parameters", "additionalOperations", ...methods];
const valueFields = ["description", "required", "deprecated", "schema", "content", "example", "examples"];
const serializationFields = ["style", "explode", "allowReserved", "allowEmptyValue"];
const encodingFields = ["encoding", "prefixEncoding", "itemEncoding"];
/** What of these has fields, in any version of OpenAPI. Others are not read, so that a change of one has no verdict. */
const fields: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    "a path": itemFields,
    "a webhook": itemFields,
    "a callback": itemFields,
    "a parameter": ["name", "in", ...valueFields, ...serializationFields],
    "a header": ["name", "in", ...valueFields, ...serializationFields],
    "a response": ["summary", "description", "headers", "content", "links"],
    "a media type": ["schema", "itemSchema", "example", "examples", ...encodingFields],
  }).map(([name, keys]) => [name, new Set(["$ref", ...keys])]),
);
// Their keys are names, or mean something else than those above.
const leaves = ["links", "security", "servers"];

/** The malformed parts of a linked description that the contract depends on. */
export function malformedParts(root: JsonObject): Malformed[] {
  const found: Malformed[] = [];
  const seen = new Set<object>();
  // Apart from `seen`, because a schema may refer to an object, such as a parameter, that was visited as what it is.
  const seenSchemas = new Set<object>();
  const schemas: unknown[] = [];
  const report = (node: JsonObject, path: readonly string[], value: unknown, wants: string) => {
    const hint =
      wants === "a schema" && isReference(value) ? `; write { $ref: "${value}" } for a reference` : "";
    found.push({ node, path, value, message: `${path.at(-1)} has to be ${wants}${hint}` });
  };
  const visit = (node: JsonObject, kind = ""): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const known = fields.get(kind);
    for (const [key, inner] of Object.entries(node)) {
      if (known?.has(key) === false && !key.startsWith("x-")) {
        const message = `${key} is not a field of ${kind}${hintFor(key, known)}`;
        found.push({ node, path: [key], value: inner, message });
        continue;
      }
      const { wants, isRight } = kinds.get(key) ?? {};
      if (inner !== undefined && isRight && wants && !isRight(inner)) report(node, [key], inner, wants);
      if (key === "schema" || key === "itemSchema") schemas.push(inner);
      if (visitedKeys.has(key) && isObject(inner)) visit(inner);
      const name = members.get(key);
      if (name === undefined) continue;
      for (const [at, value] of Object.entries(isObject(inner) ? inner : arrayOf(inner))) {
        if (isExtensionOfMap(at, [key])) continue;
        if (!isObject(value))
          found.push({ node, path: [key, at], value, message: `${name} has to be an object` });
        else if (key === "paths" && !at.startsWith("/"))
          found.push({ node, path: [key, at], value, message: "a path has to begin with /" });
        else if (key === "callbacks") {
          for (const [, item] of membersOf(value)) visit(objectOf(item), name);
        } else if (!leaves.includes(key)) visit(value, name);
      }
    }
  };
  visit(root);
  while (schemas.length > 0) {
    const next = schemas.pop();
    if (!isObject(next) || seenSchemas.has(next)) continue;
    seenSchemas.add(next);
    if (isForeign(next)) {
      const message = "a schema has to have a keyword, such as type";
      found.push({ node: next, path: [], value: Object.keys(next), message });
    }
    for (const { key, wants, isRight, inner } of schemaKeywords) {
      const value = next[key];
      if (value === undefined) continue;
      if (isRight(value)) schemas.push(...inner(value));
      else report(next, [key], value, wants);
    }
  }
  return found;
}

/** The field that is written in other letter case, as in `GET`. */
function hintFor(key: string, known: ReadonlySet<string>): string {
  const meant = [...known].find((field) => field.toLowerCase() === key.toLowerCase());
  return meant === undefined ? "" : `; write ${meant}`;
}

/** Whether the text is a reference without its `$ref`. */
function isReference(value: unknown): boolean {
  return typeof value === "string" && /^#\/|\.(?:ya?ml|json)(?:#|$)/.test(value);
}
