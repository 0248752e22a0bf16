import { isObject, type Json, type JsonObject, keysOf, pointerOf } from "../../src/index.ts";

/** The names that a description may choose. */
export const nameKinds = [
  "properties",
  "parameters",
  "path parameters",
  "paths",
  "operationIds",
  "schemas",
  "examples",
  "headers",
  "media types",
  "formats",
  "keys of values",
] as const;

/** A kind of name. */
export type NameKind = (typeof nameKinds)[number];

/** What a hostile description gets into its texts and names. */
export interface Hostility {
  readonly text: string;
  /** Whether the text stands before or behind the original. */
  readonly isBefore: boolean;
  /** The names that get the text. */
  readonly names: readonly NameKind[];
}

/** Keywords whose strings the specification restricts. */
const restricted = new Set([
  "openapi",
  "in",
  "style",
  "type",
  "security",
  "operationRef",
  "jsonSchemaDialect",
]);

/** Keywords whose value is any JSON. */
const isFree = (key: string) =>
  ["example", "default", "const", "enum", "value"].includes(key) || /^x-/.test(key);

/** Keywords whose value is a map from names, and the kind of these names. */
const maps: Readonly<Record<string, NameKind | undefined>> = {
  properties: "properties",
  patternProperties: undefined,
  schemas: "schemas",
  examples: "examples",
  headers: "headers",
  content: "media types",
  paths: "paths",
  responses: undefined,
  parameters: undefined,
  requestBodies: undefined,
  securitySchemes: undefined,
  $defs: undefined,
};

/** Puts the text into every string of a description that is free, and into the names of the given kinds. */
export function hostileDescription(
  description: JsonObject,
  { text, isBefore, names }: Hostility,
): JsonObject {
  const marked = (original: string) => {
    if (original === "") return "";
    return isBefore ? text + original : original + text;
  };
  const withoutBraces = text.replaceAll(/[{}]/g, "");
  const named = (kind: NameKind, name: string) => {
    if (!names.includes(kind)) return name;
    if (kind === "media types") return `${name}; p=${text}`;
    return kind === "path parameters" ? name + withoutBraces : marked(name);
  };
  const path = (original: string) => {
    const renamed = original.replaceAll(
      /\{([^}]+)\}/g,
      (_all, name) => `{${named("path parameters", name)}}`,
    );
    return names.includes("paths") ? renamed + withoutBraces : renamed;
  };

  function value(node: Json | undefined): Json {
    if (typeof node === "string") return marked(node);
    if (Array.isArray(node)) return node.map(value);
    if (!isObject(node)) return (node ?? null) as Json;
    return mapped(node, (key) => named("keys of values", key), value);
  }

  function part(key: string, node: Json | undefined, owner: JsonObject): Json {
    if (isFree(key) || (key === "examples" && Array.isArray(node))) return value(node);
    if (key === "required" && Array.isArray(node))
      return node.map((name) => named("properties", String(name)));
    if (typeof node === "string") return words(key, node, owner);
    if (restricted.has(key)) return node as Json;
    if (Array.isArray(node)) return node.map((item) => part(`one of ${key}`, item, owner));
    if (!isObject(node)) return (node ?? null) as Json;
    if (!Object.hasOwn(maps, key)) return object(node);
    const kind = maps[key];
    const rename = (name: string) => (kind === "paths" ? path(name) : kind ? named(kind, name) : name);
    return mapped(node, rename, (item) => (isObject(item) ? object(item) : (item as Json)));
  }

  function words(key: string, text: string, owner: JsonObject): Json {
    if (restricted.has(key)) return text;
    if (key === "operationId") return named("operationIds", text);
    if (key === "format") return named("formats", text);
    if (key === "name" && owner.in === "path") return named("path parameters", text);
    if (key === "name" && owner.in !== undefined) return named("parameters", text);
    if (key === "pattern") return `(?:${text})|${marked("x").replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`;
    if (key !== "$ref") return marked(text);
    const [first = "", second = "", name = "", ...rest] = keysOf(text);
    const kinds: Readonly<Record<string, NameKind>> = {
      schemas: "schemas",
      examples: "examples",
      headers: "headers",
    };
    const kind = first === "components" ? kinds[second] : undefined;
    return `#${pointerOf(first, second, kind ? named(kind, name) : name, ...rest)}`;
  }

  function object(node: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, part(key, item, node)]));
  }

  return object(description);
}

function mapped(
  node: JsonObject,
  rename: (name: string) => string,
  convert: (item: Json | undefined) => Json,
): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([key, item]) => [rename(key), convert(item)]));
}
