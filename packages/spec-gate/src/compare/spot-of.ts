import { componentName } from "../components.ts";
import { fingerprint } from "../fingerprint.ts";
import { arrayOf, isObject, type JsonObject } from "../json-value.ts";
import type { Reason, ReasonKind } from "../schema/reason.ts";
import type { Spot } from "./removal.ts";

const bounds = {
  minimum: ["minimum", "exclusiveMinimum", "format"],
  maximum: ["maximum", "exclusiveMaximum", "format"],
} as const;

const unionKeys = ["oneOf", "anyOf"] as const;

/** The keywords that a reason is about, most likely first. */
const keysOfKind: Partial<Record<ReasonKind, readonly string[]>> = {
  type: ["type", "nullable", ...unionKeys, "format"],
  values: ["enum", "const", "x-extensible-enum", ...unionKeys],
  "multiple-of": ["multipleOf"],
  pattern: ["pattern"],
  format: ["format"],
  "content-encoding": ["contentEncoding", "contentMediaType", "format"],
  "unique-items": ["uniqueItems"],
  "items-contained": ["contains"],
  "properties-closed": ["additionalProperties", "unevaluatedProperties"],
  "property-closed": [],
  "property-names": ["propertyNames"],
  dependency: ["dependentRequired", "dependentSchemas"],
  not: ["not"],
  "one-of": unionKeys,
  variant: unionKeys,
  discriminator: ["discriminator"],
  default: ["default"],
  deprecation: ["deprecated"],
  "open-values": ["x-extensible-enum"],
};

/** The reasons that a different `$ref` at the same place can cause. */
const namedKinds: ReadonlySet<ReasonKind> = new Set(["type", "variant"]);

/** Finds where one side of a reason is written: the schema and, if present, the keyword that differs. */
export function spotOf(reason: Reason, side: "a" | "b"): Spot | undefined {
  const { nodes, kind, keyword } = reason;
  const isMissing = nodes.missing === side;
  const keys = isMissing ? aroundKeys(kind) : keyword ? keysOfKeyword(keyword) : (keysOfKind[kind] ?? []);
  // If the other side lacks it, show it as a whole.
  const isWhole = nodes.missing !== undefined && !isMissing;
  const own = nodes[side].filter(isObject);
  const other = side === "a" ? "b" : "a";
  const others = (isMissing ? (nodes.around?.[other] ?? []) : nodes[other]).filter(isObject);
  const node = nearest(own, isWhole ? [] : others, isWhole ? [] : keys);
  if (isWhole) return inUnion(reason, side) ?? inParent(reason, side) ?? (node && { node, keys: [] });
  // The reference now names another component or none, so the line with the name is what changed.
  const hasOtherName = nameOf(nodes[side][0]) !== nameOf(nodes[other][0]);
  const isShown = node !== undefined && keys.some((key) => key in node) && !namedKinds.has(kind);
  if (hasOtherName && !isShown && nameOf(nodes[side][0]))
    return inParent(reason, side) ?? (node && { node, keys });
  return node && { node, keys };
}

/** Finds a member that only one side has in the list of its union. */
function inUnion({ kind, nodes }: Reason, side: "a" | "b"): Spot | undefined {
  const [member] = nodes[side];
  if (kind !== "variant" || !member) return undefined;
  const unions = withParts((nodes.around?.[side] ?? []).filter(isObject));
  const spots = unions.flatMap((node) =>
    unionKeys.map((key) => ({ node, key, index: arrayOf(node[key]).indexOf(member) })),
  );
  const found = spots.find(({ index }) => index >= 0);
  return found && { node: found.node, keys: [], path: [found.key, String(found.index)] };
}

/** Finds a property or item where its parent names it; its schema may be written elsewhere. */
function inParent({ nodes, at }: Reason, side: "a" | "b"): Spot | undefined {
  const name = at.at(-1);
  if (name === undefined) return undefined;
  const parents = withParts((nodes.around?.[side] ?? []).filter(isObject));
  const node = parents.find(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
  if (node) return { node, keys: [], path: ["properties", name] };
  const key = name === "[]" ? "items" : name === "*" ? "additionalProperties" : undefined;
  const holder = key && parents.find((parent) => isObject(parent[key]));
  return key && holder ? { node: holder, keys: [], path: [key] } : undefined;
}

function nameOf(node: object | undefined): string | undefined {
  return node && componentName(node);
}

function aroundKeys(kind: ReasonKind): readonly string[] {
  return kind === "variant" ? unionKeys : ["properties", "additionalProperties", "items", "prefixItems"];
}

function keysOfKeyword(keyword: string): readonly string[] {
  return Object.hasOwn(bounds, keyword) ? bounds[keyword as keyof typeof bounds] : [keyword];
}

/** Finds the schema at a place, or in its `allOf`, that has the keyword and differs. */
function nearest(
  own: readonly JsonObject[],
  others: readonly JsonObject[],
  keys: readonly string[],
): JsonObject | undefined {
  const candidates = withParts(own);
  const same = new Set(withParts(others).map(fingerprint));
  const differs = (node: JsonObject) => !same.has(fingerprint(node));
  // Prefer the innermost part that differs.
  const isWhole = (node: JsonObject) => !withParts(arrayOf(node.allOf).filter(isObject)).some(differs);
  const rank = (node: JsonObject) =>
    (keys.some((key) => key in node) ? 0 : 4) + (differs(node) ? 0 : 2) + (isWhole(node) ? 0 : 1);
  return candidates.toSorted((one, other) => rank(one) - rank(other))[0];
}

function withParts(schemas: readonly JsonObject[], depth = 0): JsonObject[] {
  if (depth > 5) return [];
  return schemas.flatMap((schema) => [
    schema,
    ...withParts(arrayOf(schema.allOf).filter(isObject), depth + 1),
  ]);
}
