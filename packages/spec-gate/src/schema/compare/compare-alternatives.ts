import { isObject, shortText } from "../../json-value.ts";
import { alternativeAccepts } from "../alternatives/accepts.ts";
import type { Alternative, JsonType } from "../alternatives/alternative.ts";
import { unionDiscriminator } from "../alternatives/discriminator.ts";
import { integersOf, isEveryTextListed } from "../alternatives/possible-values.ts";
import { splitByProperty } from "../alternatives/split-by-property.ts";
import { compareArrays } from "./compare-arrays.ts";
import { compareExclusions, isRuledOut } from "./compare-exclusions.ts";
import { compareNumbers } from "./compare-numbers.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareStrings } from "./compare-strings.ts";
import { type Comparison, reason, type SchemaContext } from "./comparison.ts";
import { haveOtherConstants, labelOf, type Pairing, pairAlternatives } from "./pair-alternatives.ts";
import type { Reason } from "./reason.ts";
import type { Found } from "./schema-pair.ts";

/**
 * Compares the alternatives of two schemas, one JSON type at a time:
 *
 * - If `b` has no alternative of the type, its values are lost.
 * - Objects and arrays of two unions are compared in pairs, each with the version of itself in the other union.
 * - Any other alternative has to fit one alternative of `b`, or several that cover it together.
 */
export class AlternativeComparison {
  readonly #a: readonly Alternative[];
  readonly #b: readonly Alternative[];
  readonly #comparison: Comparison;
  readonly #context: SchemaContext;
  #pairing: Pairing | undefined;

  constructor(
    a: readonly Alternative[],
    b: readonly Alternative[],
    comparison: Comparison,
    context: SchemaContext,
  ) {
    this.#a = a;
    this.#b = b;
    this.#comparison = comparison;
    this.#context = context;
  }

  /** Returns why not every alternative of `a` fits one of `b`. */
  reasons(): Found[] {
    const types = [...new Set(this.#a.flatMap((each) => each.types))];
    return types.flatMap((type) => this.#ofType(type));
  }

  #ofType(type: JsonType): Found[] {
    const a = this.#a.filter((each) => each.types[0] === type);
    const b = this.#b.filter((each) => each.types[0] === type);
    if (b.length === 0) return a.flatMap((each) => this.#lostType(each, type));
    if (this.#isPaired(a, b)) return this.#comparePairs(a, b);
    return a.flatMap((each, index) => {
      if (this.#isGoneVariant(each, a, b)) return [this.#lostVariant(each, b)];
      // The alternative at the same index is the most likely to fit.
      const ordered = b.toSorted((one, other) => distanceTo(index, b, one) - distanceTo(index, b, other));
      return this.#fitSomewhere(each, ordered, b.length === 1 ? this.#context.later : this.#context);
    });
  }

  /**
   * Objects and arrays of two unions are compared in pairs. For scalars only the accepted values matter, whichever
   * member accepts them.
   */
  #isPaired(a: readonly Alternative[], b: readonly Alternative[]): boolean {
    if (this.#comparison.direction === "plain" || !a.every(isStructured)) return false;
    // A single one on each side is the same one, unless discriminators on both sides can tell otherwise.
    const isOneToOne = a.length === 1 && b.length === 1;
    if (isOneToOne && !(a.some(hasDiscriminator) && b.some(hasDiscriminator))) return false;
    return [...a, ...b].every(({ variants, values }) => variants.length > 0 && !values);
  }

  #comparePairs(a: readonly Alternative[], b: readonly Alternative[]): Found[] {
    const pairing = pairAlternatives(a, b);
    this.#pairing = pairing;
    const changed = pairing.pairs.flatMap(([one, other]) => this.#comparePair(one, other, pairing.onlyB));
    const removed = pairing.onlyA.filter((each) => !this.#isStillAccepted(each, b));
    const lost = removed.map((each) => this.#lostVariant(each, b));
    // Two overlapping members overlap in both of their pairs; one entry is enough.
    const overlaps = changed.filter(({ kind, at }) => kind === "overlap" && at.length === 0).slice(1);
    return [...changed.filter((each) => !overlaps.includes(each)), ...lost];
  }

  /** Compares a variant that was split up with all its parts, rather than only with the most similar one. */
  #comparePair(one: Alternative, other: Alternative, added: readonly Alternative[]): Found[] {
    const place = this.#atMembers(one, other);
    if (added.length === 0) return this.#fit(one, other, place, this.#context.later);
    const reasons = this.#fit(one, other, place);
    const isSplit = reasons.some(({ kind, at }) => kind === "values" && at.length === 1);
    return (isSplit ? this.#fitInParts(one, [other, ...added]) : undefined) ?? reasons;
  }

  #lostVariant(alternative: Alternative, others: readonly Alternative[]): Reason {
    const texts = { a: labelOf(alternative), b: others.map(labelOf).join(", ") };
    const sides = { ...texts, between: [alternative] as const };
    return reason(this.#atMembers(alternative, undefined), "variant", sides);
  }

  /** Whether a union shrank to one schema whose constants show that it is not this variant. */
  #isGoneVariant(
    alternative: Alternative,
    a: readonly Alternative[],
    [only, ...others]: readonly Alternative[],
  ): boolean {
    if (this.#comparison.direction === "plain" || a.length < 2 || !only || others.length > 0) return false;
    if (alternative.types[0] !== "object" || alternative.variants.length === 0) return false;
    return haveOtherConstants(alternative, only) && this.#fit(alternative, only, this.#comparison).length > 0;
  }

  /** Moves the place of the comparison from the unions to the paired members. */
  #atMembers(a: Alternative, b: Alternative | undefined): Comparison {
    const { nodes } = this.#comparison;
    const [inA, inB] = [membersOf(a), membersOf(b)];
    return {
      ...this.#comparison,
      nodes: {
        a: inA.length > 0 ? inA : nodes.a,
        b: inB.length > 0 ? inB : nodes.b,
        missing: b ? undefined : "b",
        // A variant without a counterpart is reported in the list of its union.
        ...(b && nodes.around ? { around: nodes.around } : {}),
        ...(b ? {} : { around: { a: nodes.a, b: nodes.b } }),
      },
    };
  }

  /** The place of two objects or lists; scalars are reported together at the place of the union. */
  #placeOf(a: Alternative, b: Alternative): Comparison {
    return isStructured(a) ? this.#atMembers(a, b) : this.#comparison;
  }

  /** Whether an alternative without a counterpart is still accepted, because no discriminator excludes it. */
  #isStillAccepted(alternative: Alternative, others: readonly Alternative[]): boolean {
    if (others.length > 0 && hasDiscriminator(alternative) && others.every(hasDiscriminator)) return false;
    return this.#fitSomewhere(alternative, others, this.#context).length === 0;
  }

  /** A schema without `type` implies the type that its keywords apply to. */
  #lostType(alternative: Alternative, wanted: JsonType): Found[] {
    const {
      impliedType,
      isTyped,
      types: [type],
    } = alternative;
    const { direction } = this.#comparison;
    const isMeant = isTyped || impliedType === undefined || impliedType === wanted;
    if (!isMeant && direction !== "plain") return [];
    return [reason(this.#comparison, "type", { a: type ?? "nothing", between: [alternative] })];
  }

  /** Returns why the alternative fits none of the others: the reasons of the nearest one. */
  #fitSomewhere(
    alternative: Alternative,
    candidates: readonly Alternative[],
    context: SchemaContext,
  ): Found[] {
    // Listed values are compared one by one, because several candidates may list them together.
    const areListed = candidates.some(({ values }) => values);
    const values = areListed ? (alternative.values ?? integersOf(alternative)) : undefined;
    if (values) {
      const lost = values.filter((value) => !candidates.some((other) => alternativeAccepts(other, value)));
      return lost.map((value) => this.#lostValue(value, alternative));
    }
    let nearest: Found[] | undefined;
    for (const candidate of candidates) {
      const reasons = this.#fit(alternative, candidate, this.#placeOf(alternative, candidate), context);
      if (reasons.length === 0) return [];
      if (!nearest || distance(reasons) < distance(nearest)) nearest = reasons;
    }
    if (candidates.length <= 1) return nearest ?? [];
    return this.#fitInParts(alternative, candidates) ?? nearest ?? [];
  }

  /**
   * Several alternatives may together cover what none of them covers by itself. If each covers its part with some
   * changes, only those changes are reasons.
   */
  #fitInParts(alternative: Alternative, candidates: readonly Alternative[]): Found[] | undefined {
    const ways = splitByProperty(alternative).map(({ name, parts }) => {
      const lost = parts.flatMap((part) => this.#nearestReasons(part, candidates));
      const isTaken = lost.every(({ kind, at }) => kind !== "values" || at[0] !== name);
      return isTaken ? lost : undefined;
    });
    return ways.find((lost) => lost?.length === 0) ?? ways.find((lost) => lost !== undefined);
  }

  #nearestReasons(part: Alternative, candidates: readonly Alternative[]): Found[] {
    const all = candidates.map((other) => this.#fit(part, other, this.#placeOf(part, other)));
    return all.toSorted((one, other) => distance(one) - distance(other))[0] ?? [];
  }

  /** Returns why not every value of one alternative fits the other. */
  #fit(a: Alternative, b: Alternative, comparison: Comparison, context = this.#context): Found[] {
    const found = this.#fitPlainly(a, b, comparison, context);
    return found.map((each) => (each.kind === "pair" ? each : { between: [a, b] as const, ...each }));
  }

  #fitPlainly(a: Alternative, b: Alternative, comparison: Comparison, context: SchemaContext): Found[] {
    const [type] = a.types;
    if (a.values) {
      const lost = a.values.filter((value) => !alternativeAccepts(b, value));
      return lost.map((value) => this.#lostValue(value, a, comparison));
    }
    if (b.values && isEveryTextListed(a, b.values)) return [];
    if (b.values) return [reason(comparison, "values", { a: `any ${type}` })];
    return [
      ...(type === "number" ? compareNumbers(a, b, comparison) : []),
      ...(type === "string" ? compareStrings(a, b, comparison) : []),
      ...(type === "array" ? compareArrays(a, b, comparison, context) : []),
      ...(type === "object" ? compareObjects(a, b, comparison, context) : []),
      ...this.#compareNots(a, b, comparison),
      ...compareExclusions({ a, b, comparison, context: this.#context, pairing: this.#pairing }),
    ];
  }

  #lostValue(value: unknown, alternative: Alternative, comparison = this.#comparison): Reason {
    const between = [{ ...alternative, values: [value] }] as const;
    return reason(comparison, "values", { a: shortText(value), between });
  }

  #compareNots(a: Alternative, b: Alternative, comparison: Comparison): Found[] {
    const inner = { a, comparison, context: this.#context };
    return b.nots
      .filter((not) => !isRuledOut(not, inner, a.nots, comparison.direction))
      .map(() => reason(comparison, "not"));
  }
}

function distanceTo(index: number, alternatives: readonly Alternative[], alternative: Alternative): number {
  return Math.abs(alternatives.indexOf(alternative) - index);
}

/** A variant with different constants is further away than one with different bounds. */
function distance(reasons: readonly Found[]): number {
  return reasons.reduce((sum, { kind }) => sum + (kind === "values" || kind === "type" ? 3 : 1), 0);
}

function isStructured({ types: [type] }: Alternative): boolean {
  return type === "object" || type === "array";
}

/** Whether a discriminator distinguishes the alternative from its siblings. */
function hasDiscriminator({ variants }: Alternative): boolean {
  return variants.some(({ union }) => unionDiscriminator(union) !== undefined);
}

/** The union members that the alternative was made from, innermost first. */
function membersOf(alternative: Alternative | undefined): object[] {
  const members = alternative?.variants.map(({ member }) => member) ?? [];
  return members.filter((member) => isObject(member)).reverse();
}
