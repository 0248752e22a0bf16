import { componentName } from "../../document/components.ts";
import { fingerprint } from "../../document/fingerprint.ts";
import { arrayOf, isObject, type JsonObject } from "../../json-value.ts";
import type { Reason, ReasonKind } from "../../schema/compare/reason.ts";
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

/** The reasons that another `$ref` at the same place can cause, so its line says more than that of any keyword. */
const namedKinds: ReadonlySet<ReasonKind> = new Set(["type", "variant"]);

/** The reasons that a parent has for one of its members; any other is about the schema at the place itself. */
const memberKinds: ReadonlySet<ReasonKind> = new Set([
  "property-required",
  "property-removed",
  "property-closed",
  "properties-closed",
  "dependency",
]);

/**
 * Whether the last name of the reason's place says what of an object changed. Otherwise it only leads to the object
 * that changed, and other names may lead there as well.
 */
export function isOfMember({ kind, nodes }: Reason, spots: readonly (Spot | undefined)[]): boolean {
  // A variant is a member of its union, which the place leads to.
  const isNamed = spots.some((spot) => spot?.path?.some((key) => !isUnionPart(key)));
  return isNamed || memberKinds.has(kind) || (nodes.missing !== undefined && kind !== "variant");
}

function isUnionPart(key: string): boolean {
  return key === "oneOf" || key === "anyOf" || /^\d+$/.test(key);
}

/**
 * Finds the line to show for one side of a reason: a schema and the keywords that may differ, or the place where the
 * parent names the schema. A side without a schema at the place has its parent in `nodes` instead.
 */
export function spotOf(reason: Reason, side: "a" | "b"): Spot | undefined {
  const { nodes, kind } = reason;
  const other = side === "a" ? "b" : "a";
  const own = nodes[side].filter(isObject);
  if (nodes.missing === other) {
    const whole = mostTelling(own, [], []);
    return inUnion(reason, side) ?? inParent(reason, side) ?? (whole && { node: whole, keys: [] });
  }
  const isMissing = nodes.missing === side;
  const keys = isMissing ? parentKeys(kind) : keysOfReason(reason);
  const others = (isMissing ? (nodes.around?.[other] ?? []) : nodes[other]).filter(isObject);
  const node = mostTelling(own, others, keys);
  const inSchema = node && { node, keys };
  // If the reference names another component now, the line with the name is what changed.
  const isOtherName = nameOf(nodes[side][0]) !== nameOf(nodes[other][0]);
  const isInSchema = node !== undefined && keys.some((key) => key in node) && !namedKinds.has(kind);
  const isReference = isOtherName && !isInSchema && nameOf(nodes[side][0]) !== undefined;
  return (isReference ? inParent(reason, side) : undefined) ?? inSchema;
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

/** The keywords of a parent that would hold what it lacks. */
function parentKeys(kind: ReasonKind): readonly string[] {
  return kind === "variant" ? unionKeys : ["properties", "additionalProperties", "items", "prefixItems"];
}

function keysOfReason({ kind, keyword }: Reason): readonly string[] {
  if (keyword === undefined) return keysOfKind[kind] ?? [];
  return Object.hasOwn(bounds, keyword) ? bounds[keyword as keyof typeof bounds] : [keyword];
}

/**
 * Selects the schema at the place, or part of its `allOf`, that says the most: one with a keyword of the reason
 * rather than one that the other side lacks, and of those the innermost.
 */
function mostTelling(
  own: readonly JsonObject[],
  others: readonly JsonObject[],
  keys: readonly string[],
): JsonObject | undefined {
  const same = new Set(withParts(others).map(fingerprint));
  const differs = (node: JsonObject) => !same.has(fingerprint(node));
  const isInnermost = (node: JsonObject) => !withParts(partsOf(node)).some(differs);
  // The lowest rank says the most; each criterion outweighs those after it.
  const rank = (node: JsonObject) =>
    (keys.some((key) => key in node) ? 0 : 4) + (differs(node) ? 0 : 2) + (isInnermost(node) ? 0 : 1);
  return withParts(own).toSorted((one, other) => rank(one) - rank(other))[0];
}

/** The schemas and all parts of their `allOf`; a recursive one ends at a depth that no description needs. */
function withParts(schemas: readonly JsonObject[], depth = 0): JsonObject[] {
  if (depth > 5) return [];
  return schemas.flatMap((schema) => [schema, ...withParts(partsOf(schema), depth + 1)]);
}

function partsOf({ allOf }: JsonObject): JsonObject[] {
  return arrayOf(allOf).filter(isObject);
}
