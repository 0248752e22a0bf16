import { fingerprint } from "../document/fingerprint.ts";
import { isObject, sameJson, shortText } from "../json-value.ts";
import type { Alternative, Conjunction } from "./alternatives/alternative.ts";
import { alternativesOf, TooManyAlternativesError } from "./alternatives/alternatives.ts";
import { annotationOf } from "./alternatives/annotation.ts";
import { nameOf } from "./alternatives/discriminator.ts";
import { withPossibleValues } from "./alternatives/possible-values.ts";
import { AlternativeComparison } from "./compare/compare-alternatives.ts";
import { compareDiscriminators, compareSubtypes } from "./compare/compare-discriminators.ts";
import { type Comparison, reason, type SchemaContext, turned } from "./compare/comparison.ts";
import type { Reason } from "./compare/reason.ts";
import type { Found } from "./compare/schema-pair.ts";
import { summarised } from "./compare/summarised-reasons.ts";
import { SchemaPairs, seenFrom } from "./schema-pairs.ts";

/** Decides whether all values of one schema fit another. */
export class SchemaComparison implements SchemaContext {
  readonly #pairs = new SchemaPairs((pair, comparison) => [
    ...this.#compareAnnotations(pair.a, pair.b, comparison),
    ...this.#compareValues(pair.a, pair.b, comparison),
  ]);

  readonly later: SchemaContext = {
    compare: (a, b, { direction, at, nodes }) =>
      isSame(a, b) ? [] : [{ kind: "pair", at, nodes, pair: this.#pairs.pairOf(a, b, direction) }],
    fits: (a, b, comparison) => this.fits(a, b, comparison),
    get later() {
      return this;
    },
  };

  compare(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    if (isSame(a, b)) return [];
    const pair = this.#pairs.pairOf(a, b, comparison.direction);
    return this.#pairs.reasonsOf(pair).map((each) => seenFrom(each, comparison));
  }

  fits(a: Conjunction, b: Conjunction, { direction }: Comparison): boolean {
    return isSame(a, b) || this.#pairs.fits(this.#pairs.pairOf(a, b, direction));
  }

  #compareAnnotations(a: Conjunction, b: Conjunction, comparison: Comparison): Found[] {
    if (comparison.direction === "plain") return [];
    return [
      ...compareDiscriminators(a, b, comparison),
      ...compareSubtypes(a, b, comparison, this.later),
      ...compareOpenValues(a, b, comparison),
    ];
  }

  #compareValues(a: Conjunction, b: Conjunction, comparison: Comparison): Found[] {
    try {
      const [ofA, ofB] = [alternativesOf(a).flatMap(withPossibleValues), alternativesOf(b)];
      const [onlyA, onlyB] = [unknownIn(ofA), unknownIn(ofB)];
      if (onlyA !== onlyB) {
        const found = reason(comparison, "not-judged", { a: onlyA, b: onlyB });
        return [{ ...found, note: "the gate does not follow the reference" }];
      }
      if (comparison.direction === "response" && isRepaired(b, ofA, ofB)) {
        const types = new Set(ofA.flatMap((each) => each.types));
        return [reason(comparison, "repair", { a: [...types].join(" or "), b: "nothing" })];
      }
      const [membersA, membersB] = [asMember(a, ofA, ofB), asMember(b, ofB, ofA)];
      const reasons = new AlternativeComparison(membersA, membersB, comparison, this).reasons();
      return summarised(reasons, membersA, membersB, comparison);
    } catch (error) {
      if (!(error instanceof TooManyAlternativesError)) throw error;
      return [reason(comparison, "not-judged", { a: "too many alternatives to compare" })];
    }
  }
}

/** Whether the newer values have a schema that no value fitted, although its author did not write `false`. */
function isRepaired(b: Conjunction, ofA: readonly Alternative[], ofB: readonly Alternative[]): boolean {
  return ofA.length > 0 && ofB.length === 0 && !b.includes(false);
}

/** The references that the gate does not follow, as a text. */
function unknownIn(alternatives: readonly Alternative[]): string {
  const references = new Set(alternatives.flatMap((each) => each.references));
  return [...references].toSorted().join(", ") || "none";
}

/** Treats a schema that was or becomes a member of a union as a version of that member. */
function asMember(
  schemas: Conjunction,
  own: readonly Alternative[],
  others: readonly Alternative[],
): readonly Alternative[] {
  const [member] = schemas;
  const name = schemas.length === 1 ? nameOf(member) : undefined;
  const isMember = others.some(({ variants }) => variants.some((each) => nameOf(each.member) === name));
  if (member === undefined || name === undefined || !isMember) return own;
  const variant = { union: {}, member, isExclusive: false };
  return own.map((each) => (each.variants.length > 0 ? each : { ...each, variants: [variant] }));
}

/** Whether both sides are identical apart from texts. */
function isSame(a: Conjunction, b: Conjunction): boolean {
  if (a.length !== b.length) return false;
  return a.every((schema, index) => {
    const other = b[index];
    return isObject(schema) && isObject(other)
      ? fingerprint(schema) === fingerprint(other)
      : schema === other;
  });
}

/** Returns known values of an open set (`x-extensible-enum`) that the revision no longer lists. */
function compareOpenValues(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
  const [valuesA, valuesB] = [a, b].map((schemas) => annotationOf(schemas, "x-extensible-enum"));
  const [base, revision] = turned(comparison.direction, [valuesA, valuesB]);
  if (!Array.isArray(base) || !Array.isArray(revision)) return [];
  const lost = base.filter((value) => !revision.some((other) => sameJson(value, other)));
  return lost.length === 0
    ? []
    : [reason(comparison, "open-values", { a: shortText(valuesA), b: shortText(valuesB) })];
}
