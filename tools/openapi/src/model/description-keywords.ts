import { getTypes, type NormalizedNodeType, normalizeTypes } from "@redocly/openapi-core";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { pointerOf } from "./pointer.ts";

/** A keyword of a description, in its place. */
export interface PlacedKeyword {
  /** The keyword and its object in the words of OpenAPI: `Parameter.style`; an entry of a map: `LinksMap.*`. */
  readonly name: string;
  readonly value: Json;
  /** Whether the value holds keywords itself, which are visited too. */
  readonly holdsKeywords: boolean;
  /** JSON Pointer to the keyword. */
  readonly pointer: string;
}

type NodeType = NormalizedNodeType;

const types = normalizeTypes(getTypes("oas3_1"), {}) as Readonly<Record<string, NodeType>>;

/** What Redocly's types add to those of OpenAPI. */
const added = /^(TagGroup|Logo|XCodeSample|XUsePkce)\.|^Schema\.summary$|^Header\.allow/;

/** Every keyword that OpenAPI 3.1 defines, as {@link PlacedKeyword.name} has it. */
export const allKeywords: readonly string[] = Object.values(types)
  .flatMap(({ name, properties }) => Object.keys(properties).map((keyword) => `${name}.${keyword}`))
  .filter((name) => !added.test(name));

/** Calls `visit` for every keyword and every entry of a map or list that a description holds, without following references. */
export function walkKeywords(document: JsonObject, visit: (keyword: PlacedKeyword) => void): void {
  walk(document, types.Root, "", visit);
}

function walk(
  value: Json | undefined,
  type: NodeType | undefined,
  pointer: string,
  visit: (keyword: PlacedKeyword) => void,
): void {
  if (type === undefined) return;
  const entries: readonly (readonly [string, Json | undefined])[] = Array.isArray(value)
    ? value.map((item: Json, index) => [String(index), item] as const)
    : Object.entries(isObject(value) ? value : {});
  for (const [key, inner] of entries) {
    if (inner === undefined) continue;
    const at = pointer + pointerOf(key);
    const isExtension = key.startsWith("x-") && type.additionalProperties === undefined;
    const isOwn = !Array.isArray(value) && Object.hasOwn(type.properties, key) && !isExtension;
    const next = Array.isArray(value) ? type.items : isOwn ? type.properties[key] : type.additionalProperties;
    const innerType = nodeType(next, inner, key);
    const keyword = isOwn || key === "$ref" || isExtension ? key : "*";
    visit({
      name: `${type.name}.${keyword}`,
      value: inner,
      holdsKeywords: innerType !== undefined,
      pointer: at,
    });
    walk(inner, innerType, at, visit);
  }
}

/** The type of a value that holds keywords itself. */
function nodeType(type: unknown, value: Json, key: string): NodeType | undefined {
  const found: unknown = typeof type === "function" ? type(value, key) : type;
  return isObject(found) && "properties" in found ? (found as unknown as NodeType) : undefined;
}
