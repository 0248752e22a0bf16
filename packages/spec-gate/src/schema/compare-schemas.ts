import { fingerprint } from "../fingerprint.ts";
import { sameJson, shortText } from "../json-value.ts";
import { alternativeAccepts } from "./accepts.ts";
import type { Alternative, Conjunction, Schema } from "./alternative.ts";
import { alternativesOf, TooManyAlternativesError } from "./alternatives.ts";
import { annotationOf } from "./annotation.ts";
import { compareArrays } from "./compare-arrays.ts";
import { compareDiscriminators } from "./compare-discriminators.ts";
import { compareNumbers } from "./compare-numbers.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareStrings } from "./compare-strings.ts";
import { type Comparison, plainly, reason, type SchemaContext } from "./comparison.ts";
import { areAlternativesDisjoint } from "./disjoint.ts";
import { integersOf, isEveryTextListed, withPossibleValues } from "./possible-values.ts";
import type { Reason } from "./reason.ts";
import { splitByProperty } from "./split-by-property.ts";

// Deeper or more entangled schemas than real ones; they count as changed.
const maxDepth = 300;
const maxPairs = 5_000;
// Places are listed by every way that leads to them while those are few.
const maxWays = 20;

/**
 * Decides whether all values of one schema fit another. Each pair of schemas is decided once; a pair that is met
 * again while it is being decided (a recursive schema) counts as fitting.
 */
export class SchemaComparison implements SchemaContext {
  readonly #ids = new WeakMap<object, number>();
  readonly #answers = new Map<string, Reason[]>();
  readonly #fitting: string[] = [];
  #lastId = 0;
  #depth = 0;
  #count = 0;
  readonly nameOf: (schema: object) => string | undefined;

  constructor(nameOf: (schema: object) => string | undefined) {
    this.nameOf = nameOf;
  }

  compare(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    if (this.#isUnchanged(a, b)) return [];
    const key = `${comparison.direction} ${this.#key(a)} ${this.#key(b)}`;
    const found = this.#answers.get(key) ?? this.#remembered(key, a, b, comparison);
    return found.map((each) => ({ ...each, at: [...comparison.at, ...each.at] }));
  }

  /** A component that is the same as before need not be looked into. */
  #isUnchanged([a, ...moreA]: Conjunction, [b, ...moreB]: Conjunction): boolean {
    if (moreA.length > 0 || moreB.length > 0 || typeof a !== "object" || typeof b !== "object") return false;
    const name = this.nameOf(a);
    return name !== undefined && name === this.nameOf(b) && fingerprint(a) === fingerprint(b);
  }

  /** A pair that fits may do so only because a pair around it was taken to fit: if that one fails, it is forgotten. */
  #remembered(key: string, a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    const inner = { ...comparison, at: [] };
    if (this.#depth >= maxDepth || ++this.#count > maxPairs) return [reason(inner, "too-complex")];
    const mark = this.#fitting.length;
    this.#answers.set(key, []);
    this.#depth++;
    const found = this.#withoutDetours([
      ...this.#compareAnnotations(a, b, inner),
      ...this.#decide(a, b, inner),
    ]);
    this.#depth--;
    if (found.length > 0) for (const each of this.#fitting.splice(mark)) this.#answers.delete(each);
    else this.#fitting.push(key);
    if (this.#depth === 0) {
      this.#fitting.length = 0;
      this.#count = 0;
    }
    this.#answers.set(key, found);
    return found;
  }

  /** Entangled schemas lead to one place by more ways than there is memory for: the shortest is enough. */
  #withoutDetours(reasons: readonly Reason[]): Reason[] {
    if (reasons.length <= maxWays) return [...reasons];
    const nearest = new Map<string, Reason>();
    for (const each of reasons) {
      const [node] = each.nodes;
      const key = JSON.stringify([each.kind, each.a, each.b, node ? this.#idOf(node) : each.at]);
      const known = nearest.get(key);
      if (!known || each.at.length < known.at.length) nearest.set(key, each);
    }
    return [...nearest.values()];
  }

  #compareAnnotations(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    if (comparison.direction === "plain") return [];
    return [...compareDiscriminators(a, b, comparison, this), ...compareOpenValues(a, b, comparison)];
  }

  #decide(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    try {
      const alternativesA = alternativesOf(a).flatMap(withPossibleValues);
      const alternativesB = alternativesOf(b);
      const missing = alternativesA.flatMap((alternative, index) => {
        // The alternative at the same place is the likeliest to fit.
        const ordered = alternativesB.toSorted(
          (one, other) => distanceTo(index, alternativesB, one) - distanceTo(index, alternativesB, other),
        );
        return this.#fitSomewhere(alternative, ordered, comparison);
      });
      return summarised(missing, alternativesA, alternativesB, comparison);
    } catch (error) {
      if (!(error instanceof TooManyAlternativesError)) throw error;
      const [before, after] = [a, b].map((schemas) => fingerprint({ allOf: schemas }));
      return before === after ? [] : [reason(comparison, "too-complex")];
    }
  }

  /** Why the alternative fits none of the others: the reasons of the nearest one. */
  #fitSomewhere(
    alternative: Alternative,
    alternatives: readonly Alternative[],
    comparison: Comparison,
  ): Reason[] {
    const [type] = alternative.types;
    const candidates = alternatives.filter((other) => other.types[0] === type);
    if (candidates.length === 0) return [reason(comparison, "type", { a: type ?? "nothing" })];
    const values =
      alternative.values ?? (candidates.some((other) => other.values) ? integersOf(alternative) : undefined);
    if (values && candidates.some((other) => other.values)) {
      const lost = values.filter((value) => !candidates.some((other) => alternativeAccepts(other, value)));
      return lost.map((value) => reason(comparison, "values", { a: shortText(value) }));
    }
    let nearest: Reason[] | undefined;
    for (const candidate of candidates) {
      const reasons = this.#fit(alternative, candidate, comparison);
      if (reasons.length === 0) return [];
      if (!nearest || distance(reasons) < distance(nearest)) nearest = reasons;
    }
    if (candidates.length > 1 && this.#fitsInParts(alternative, candidates, comparison)) return [];
    return nearest ?? [];
  }

  /** Whether several alternatives share what none of them takes as a whole. */
  #fitsInParts(
    alternative: Alternative,
    candidates: readonly Alternative[],
    comparison: Comparison,
  ): boolean {
    return splitByProperty(alternative).some((parts) =>
      parts.every((part) => candidates.some((other) => this.#fit(part, other, comparison).length === 0)),
    );
  }

  #fit(a: Alternative, b: Alternative, comparison: Comparison): Reason[] {
    const reasons: Reason[] = [];
    const [type] = a.types;
    if (a.values) {
      const lost = a.values.filter((value) => !alternativeAccepts(b, value));
      return lost.map((value) => reason(comparison, "values", { a: shortText(value) }));
    }
    if (b.values && isEveryTextListed(a, b.values)) return [];
    if (b.values)
      return [reason(comparison, "values", { a: `any ${type}`, b: b.values.map(shortText).join(", ") })];
    if (type === "number") reasons.push(...compareNumbers(a, b, comparison));
    if (type === "string") reasons.push(...compareStrings(a, b, comparison));
    if (type === "array") reasons.push(...compareArrays(a, b, comparison, this));
    if (type === "object") reasons.push(...compareObjects(a, b, comparison, this));
    return [...reasons, ...this.#compareNots(a, b, comparison), ...this.#compareExclusions(a, b, comparison)];
  }

  #compareNots(a: Alternative, b: Alternative, comparison: Comparison): Reason[] {
    return b.nots
      .filter((not) => !this.#isRuledOut(not, a, a.nots, comparison))
      .map(() => reason(comparison, "not"));
  }

  /** `oneOf` refuses what fits two of its members. */
  #compareExclusions(a: Alternative, b: Alternative, comparison: Comparison): Reason[] {
    const both = b.exclusions.filter((other) => !this.#isRuledOut(other, a, a.exclusions, comparison));
    return both.length > 0 ? [reason(comparison, "one-of")] : [];
  }

  /** Whether no value of the alternative fits the schema, by what it rules out already or by what it is. */
  #isRuledOut(
    schema: Schema,
    alternative: Alternative,
    own: readonly Schema[],
    comparison: Comparison,
  ): boolean {
    const plain = plainly(comparison);
    if (own.some((other) => this.compare([schema], [other], plain).length === 0)) return true;
    return alternativesOf([schema]).every((each) =>
      areAlternativesDisjoint(alternative, each, comparison.direction),
    );
  }

  #key(schemas: Conjunction): string {
    return schemas
      .map((schema) => (typeof schema === "boolean" ? String(schema) : this.#idOf(schema)))
      .join("+");
  }

  #idOf(schema: object): number {
    const known = this.#ids.get(schema) ?? ++this.#lastId;
    this.#ids.set(schema, known);
    return known;
  }
}

/** Which known values of an open set (`x-extensible-enum`) the newer side no longer lists. */
function compareOpenValues(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
  const [inA, inB] = [a, b].map((schemas) => annotationOf(schemas, "x-extensible-enum"));
  const [older, newer] = comparison.direction === "response" ? [inB, inA] : [inA, inB];
  if (!Array.isArray(older) || !Array.isArray(newer)) return [];
  const lost = older.filter((value) => !newer.some((other) => sameJson(value, other)));
  return lost.length === 0
    ? []
    : [reason(comparison, "open-values", { a: shortText(inA), b: shortText(inB) })];
}

function distanceTo(index: number, alternatives: readonly Alternative[], alternative: Alternative): number {
  return Math.abs(alternatives.indexOf(alternative) - index);
}

/** A variant whose fixed values differ is further away than one with other bounds. */
function distance(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { kind }) => sum + (kind === "values" || kind === "type" ? 3 : 1), 0);
}

/** One reason for all types that are missing, and one for all values. */
function summarised(
  reasons: Reason[],
  a: readonly Alternative[],
  b: readonly Alternative[],
  comparison: Comparison,
): Reason[] {
  const isHere = (each: Reason) => each.at.length === 0;
  const typesLost = reasons.filter((each) => isHere(each) && each.kind === "type" && each.b === undefined);
  const valuesLost = reasons.filter((each) => isHere(each) && each.kind === "values");
  const others = reasons.filter((each) => !typesLost.includes(each) && !valuesLost.includes(each));
  const summary: Reason[] = [];
  if (typesLost.length > 0) {
    summary.push(reason(comparison, "type", { a: typesText(a), b: typesText(b) }));
  }
  if (valuesLost.length > 0) {
    const lost = [...new Set(valuesLost.map((each) => each.a ?? ""))].join(", ");
    summary.push(reason(comparison, "values", { a: lost, b: valuesText(b) }));
  }
  return deduplicated([...summary, ...others]);
}

function deduplicated(reasons: readonly Reason[]): Reason[] {
  const byKey = new Map(reasons.map((each) => [JSON.stringify([each.kind, each.at, each.a, each.b]), each]));
  return [...byKey.values()];
}

function typesText(alternatives: readonly Alternative[]): string {
  const names = alternatives.map((alternative) =>
    alternative.isInteger && alternative.types[0] === "number" ? "integer" : alternative.types[0],
  );
  const unique = [...new Set(names)];
  if (unique.length === 6) return "any type";
  return unique.join(" or ") || "nothing";
}

function valuesText(alternatives: readonly Alternative[]): string {
  const texts = alternatives.flatMap(
    (alternative) => alternative.values?.map(shortText) ?? [`any ${alternative.types[0]}`],
  );
  return [...new Set(texts)].slice(0, 8).join(", ");
}
