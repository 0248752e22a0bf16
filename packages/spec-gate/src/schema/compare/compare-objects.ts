import { sameJson, shortText } from "../../json-value.ts";
import type { Alternative, Conjunction, Schema } from "../alternatives/alternative.ts";
import { annotationOf } from "../alternatives/annotation.ts";
import { type ObjectView, objectView } from "../alternatives/object-view.ts";
import { isLanguageWithin } from "../alternatives/string-language.ts";
import { comparePartLists } from "./compare-part-lists.ts";
import {
  type Comparison,
  compareInterval,
  plainly,
  reason,
  type SchemaContext,
  step,
  turned,
} from "./comparison.ts";
import type { Found } from "./schema-pair.ts";

interface Sides {
  readonly a: ObjectView;
  readonly b: ObjectView;
}

/** Returns why not all objects of `a` fit `b`. */
export function compareObjects(
  a: Alternative,
  b: Alternative,
  comparison: Comparison,
  context: SchemaContext,
): Found[] {
  const sides = { a: objectView(a, comparison.direction), b: objectView(b, comparison.direction) };
  const names = [...new Set([...sides.a.names, ...sides.b.names])];
  return [
    ...names.flatMap((name) => compareProperty(name, sides, comparison, context)),
    ...compareRest(sides, comparison, context),
    ...comparePatterns(sides, comparison, context),
    ...compareCounts(a, b, comparison),
    ...compareNames(a, b, comparison, context),
    ...compareDependencies(a, b, { sides, comparison, context }),
  ];
}

function comparePlainly(
  name: string,
  { a, b }: Sides,
  comparison: Comparison,
  context: SchemaContext,
): Found[] {
  if (b.required.has(name) && !a.required.has(name)) return [reason(comparison, "property-required")];
  if (a.isForbidden(name)) return [];
  return context.compare(a.schemasOf(name), b.schemasOf(name), comparison);
}

function compareProperty(
  name: string,
  sides: Sides,
  comparison: Comparison,
  context: SchemaContext,
): Found[] {
  if (comparison.direction === "plain") return comparePlainly(name, sides, comparison, context);
  const { a, b } = sides;
  const schemasA = a.schemasOf(name);
  const schemasB = b.schemasOf(name);
  const inner = step(comparison, name, schemasA, schemasB);
  const isRequest = comparison.direction === "request";
  const [base, revision] = turned(comparison.direction, [a, b]);
  const isInBase = base.isDeclared(name) && !base.isForbidden(name);
  const isInRevision = revision.isDeclared(name) && !revision.isForbidden(name);
  if (isInBase && !isInRevision) return [reason(inner, "property-removed")];
  const reasons: Found[] = [];
  if (b.required.has(name) && !a.required.has(name)) {
    // Whether a shared property is required is written elsewhere: in the list of its object.
    const place = a.isDeclared(name) && b.isDeclared(name) ? { ...inner, nodes: comparison.nodes } : inner;
    const texts = { a: a.isDeclared(name) ? "optional" : "absent", b: "required", keyword: "required" };
    reasons.push(reason(place, "property-required", texts));
  }
  if (a.isForbidden(name)) return reasons;
  if (b.isForbidden(name)) {
    if (a.isDeclared(name)) return [...reasons, reason(inner, "property-closed")];
    // A caller may send what is not declared; a service does not.
    return isRequest ? [...reasons, reason(inner, "properties-closed")] : reasons;
  }
  if (!a.isDeclared(name) || !b.isDeclared(name)) return reasons;
  const isDeprecated = (schemas: Conjunction) => annotationOf(schemas, "deprecated") === true;
  const [inBase, inRevision] = turned(comparison.direction, [isDeprecated(schemasA), isDeprecated(schemasB)]);
  if (inBase && !inRevision) reasons.push(reason(inner, "deprecation"));
  // A default says what leaving the property out means, which callers may do in at least one version.
  if (isRequest && !(a.required.has(name) && b.required.has(name))) {
    reasons.push(
      ...compareDefaults(annotationOf(schemasA, "default"), annotationOf(schemasB, "default"), inner),
    );
  }
  const ofParts = comparePartLists(schemasA, schemasB, inner, context);
  return [...reasons, ...(ofParts ?? context.compare(schemasA, schemasB, inner))];
}

/** A default defines what omitting the value means; without one nothing was promised. */
export function compareDefaults(a: unknown, b: unknown, comparison: Comparison): Found[] {
  if (a === undefined || sameJson(a, b)) return [];
  return [reason(comparison, "default", { a: shortText(a), b: shortText(b) })];
}

function compareRest({ a, b }: Sides, comparison: Comparison, context: SchemaContext): Found[] {
  if (a.rest.includes(false) || b.rest.length === 0) return [];
  if (b.rest.includes(false)) return [reason(comparison, "properties-closed")];
  return context.compare(a.rest, b.rest, step(comparison, "*", a.rest, b.rest));
}

function comparePatterns(sides: Sides, comparison: Comparison, context: SchemaContext): Found[] {
  return [
    ...removedPatterns(sides, comparison),
    ...changedPatterns(sides, comparison, context),
    ...uncoveredPatterns(sides, comparison, context),
  ];
}

/** Patterns of the base whose names the revision does not describe any more. */
function removedPatterns({ a, b }: Sides, comparison: Comparison): Found[] {
  if (comparison.direction === "plain") return [];
  const isRequest = comparison.direction === "request";
  const [base, revision] = turned(comparison.direction, [a, b]);
  if (revision.rest.length > 0 && !revision.rest.includes(false)) return [];
  return base.patterns
    .filter(([pattern]) => !isCovered(pattern, revision) && (isRequest || !isNarrowed(pattern, revision)))
    .map(([pattern, schema]) => {
      const [ofA, ofB] = turned<Conjunction>(comparison.direction, [[schema], []]);
      return reason(step(comparison, `/${pattern}/`, ofA, ofB), "property-removed");
    });
}

/** Names that match a pattern of `b` have to fit its schema, whichever schemas of `a` they have. */
function changedPatterns({ a, b }: Sides, comparison: Comparison, context: SchemaContext): Found[] {
  return b.patterns.flatMap(([pattern, schema]) => {
    const met = a.patterns.filter(([other]) => canMeet(other, pattern)).map(([, each]) => [each]);
    const hasClosedRest = a.rest.includes(false);
    if (met.length === 0 && (hasClosedRest || comparison.direction === "response")) return [];
    const coversAll = hasClosedRest || a.patterns.some(([other]) => other === pattern);
    // Names outside the patterns of `a` use its schema for additional properties.
    const schemasOfA = met.length > 0 && coversAll ? met : [...met, a.rest];
    return schemasOfA.flatMap((each) =>
      context.compare(each, [schema], step(comparison, `/${pattern}/`, each, [schema])),
    );
  });
}

/** Names that match a pattern of `a` and none of `b` have to fit the schema of `b` for additional properties. */
function uncoveredPatterns({ a, b }: Sides, comparison: Comparison, context: SchemaContext): Found[] {
  const uncovered = a.patterns.filter(([pattern]) => !isCovered(pattern, b));
  if (b.rest.includes(false))
    return comparison.direction === "request"
      ? []
      : uncovered.map(() => reason(comparison, "properties-closed"));
  if (b.rest.length === 0) return [];
  return uncovered.flatMap(([pattern, schema]) =>
    context.compare([schema], b.rest, step(comparison, `/${pattern}/`, [schema], b.rest)),
  );
}

const anyLength = [0, Number.POSITIVE_INFINITY] as const;

/** Whether a pattern of the view covers every matching name. */
function isCovered(pattern: string, { patterns }: ObjectView): boolean {
  return patterns.some(([other]) => isPatternWithin(pattern, other));
}

/** Whether a pattern of the view covers some of the names. */
function isNarrowed(pattern: string, { patterns }: ObjectView): boolean {
  return patterns.some(([other]) => isPatternWithin(other, pattern));
}

function isPatternWithin(pattern: string, other: string): boolean {
  if (pattern === other) return true;
  return isLanguageWithin(
    { patterns: [pattern], length: anyLength },
    { patterns: [other], length: anyLength },
  );
}

/** Whether a name may match both patterns. */
function canMeet(pattern: string, other: string): boolean {
  if (pattern === other) return true;
  const nothing = { patterns: ["[^\\s\\S]"], length: anyLength };
  return !isLanguageWithin({ patterns: [pattern, other], length: anyLength }, nothing);
}

function compareCounts(a: Alternative, b: Alternative, comparison: Comparison): Found[] {
  const [minA, maxA] = a.propertyCount;
  const [minB, maxB] = b.propertyCount;
  // The names that an object requires or declares count as well.
  const least = minB > Math.max(minA, a.required.length) ? minB : minA;
  const most = maxB < Math.min(maxA, mostNames(a)) ? maxB : maxA;
  const counts = [a.propertyCount, [least, most]] as const;
  return compareInterval(comparison, "property-count", ["minProperties", "maxProperties"], counts);
}

/** The maximum number of properties of a closed object: those it declares. */
function mostNames(alternative: Alternative): number {
  const counts = alternative.objects.map(({ properties, patterns, additional }) =>
    additional === false && patterns.length === 0 ? properties.size : Number.POSITIVE_INFINITY,
  );
  return Math.min(Number.POSITIVE_INFINITY, ...counts);
}

function compareNames(
  a: Alternative,
  b: Alternative,
  comparison: Comparison,
  context: SchemaContext,
): Found[] {
  if (b.propertyNames.length === 0) return [];
  const spelt = a.objects.find(({ patterns, additional }) => additional === false && patterns.length === 0);
  const own: Schema = spelt ? { enum: [...spelt.properties.keys()] } : { type: "string" };
  const isKept = context.fits([own, ...a.propertyNames], b.propertyNames, plainly(comparison));
  return isKept ? [] : [reason(comparison, "property-names")];
}

function compareDependencies(
  a: Alternative,
  b: Alternative,
  { sides, comparison, context }: { sides: Sides; comparison: Comparison; context: SchemaContext },
): Found[] {
  return b.dependencies.flatMap(([name, schema]) => {
    const isUnknown = comparison.direction !== "plain" && !sides.a.isDeclared(name);
    if (isUnknown || sides.a.isForbidden(name)) return [];
    const own = a.dependencies.filter(([other]) => other === name).map(([, each]) => each);
    const present = { required: [name, ...a.required] };
    const isKept = context.fits([present, ...own], [schema], plainly(comparison));
    return isKept ? [] : [reason({ ...comparison, at: [...comparison.at, name] }, "dependency")];
  });
}
