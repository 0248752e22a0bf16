import { fingerprint } from "../fingerprint.ts";
import { isObject, sameJson, shortText } from "../json-value.ts";
import { type Alternative, type Conjunction, isLoose, types } from "./alternative.ts";
import { alternativesOf, TooManyAlternativesError } from "./alternatives.ts";
import { annotationOf } from "./annotation.ts";
import { AlternativeComparison } from "./compare-alternatives.ts";
import { compareDiscriminators, compareSubtypes } from "./compare-discriminators.ts";
import { type Comparison, nodesOf, reason, type SchemaContext } from "./comparison.ts";
import { nameOf } from "./discriminator.ts";
import { withPossibleValues } from "./possible-values.ts";
import type { Reason } from "./reason.ts";
import { summarised } from "./summarised-reasons.ts";

// Limits far beyond real schemas; anything larger is not judged.
const maxDepth = 300;
const maxPairs = 20_000;

/** A comparison exceeded its budget. */
class TooManyPairsError extends Error {
  override readonly name = "TooManyPairsError";
}

/**
 * Decides whether all values of one schema fit another. Each pair of schemas is decided once; a pair that recurs
 * while it is being decided (a recursive schema) counts as fitting.
 */
export class SchemaComparison implements SchemaContext {
  readonly #ids = new WeakMap<object, number>();
  readonly #known = new Map<string, Reason[]>();
  readonly #fitting: string[] = [];
  #lastId = 0;
  #depth = 0;
  #count = 0;

  compare(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    if (isSame(a, b)) return [];
    const key = `${comparison.direction} ${this.#key(a)} ${this.#key(b)}`;
    const found = this.#known.get(key) ?? this.#remembered(key, a, b, comparison);
    return found.map((each) => seenFrom(each, comparison));
  }

  #remembered(key: string, a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    const inner = { ...comparison, at: [], nodes: nodesOf(a, b, { ...comparison, nodes: { a: [], b: [] } }) };
    if (this.#depth > 0) return this.#decided(key, a, b, inner);
    this.#count = 0;
    try {
      return this.#decided(key, a, b, inner);
    } catch (error) {
      if (!(error instanceof TooManyPairsError)) throw error;
      const spent = [reason(inner, "not-judged", { a: "too many alternatives to compare" })];
      this.#known.set(key, spent);
      return spent;
    } finally {
      this.#fitting.length = 0;
    }
  }

  /**
   * A pair may fit only because an enclosing pair was assumed to fit: if that pair fails, the result is discarded.
   */
  #decided(key: string, a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    if (this.#depth >= maxDepth || ++this.#count > maxPairs) throw new TooManyPairsError();
    const mark = this.#fitting.length;
    this.#known.set(key, []);
    this.#depth++;
    let found: Reason[] | undefined;
    try {
      found = this.#withoutDetours([
        ...this.#compareAnnotations(a, b, comparison),
        ...this.#compareValues(a, b, comparison),
      ]);
      return found;
    } finally {
      this.#depth--;
      if (found?.length === 0) this.#fitting.push(key);
      else for (const each of this.#fitting.splice(mark)) this.#known.delete(each);
      if (found) this.#known.set(key, found);
      else this.#known.delete(key);
    }
  }

  /** A change is one reason, however many paths lead to it; keep the shortest. */
  #withoutDetours(reasons: readonly Reason[]): Reason[] {
    if (reasons.length < 2) return [...reasons];
    const nearest = new Map<string, Reason>();
    for (const each of reasons) {
      const { kind, keyword, a, b, nodes } = each;
      const [nodeA, nodeB] = [nodes.a[0], nodes.b[0]].map((node) => node && this.#idOf(node));
      const place = nodeA || nodeB ? [nodeA, nodeB, each.at.at(-1)] : each.at;
      const key = JSON.stringify([kind, keyword, a, b, place]);
      const known = nearest.get(key);
      if (!known || each.at.length < known.at.length) nearest.set(key, each);
    }
    return [...nearest.values()];
  }

  #compareAnnotations(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    if (comparison.direction === "plain") return [];
    return [
      ...compareDiscriminators(a, b, comparison),
      ...compareSubtypes(a, b, comparison, this),
      ...compareOpenValues(a, b, comparison),
    ];
  }

  #compareValues(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
    try {
      const [allA, allB] = [alternativesOf(a), alternativesOf(b)];
      const compared = (ofA: readonly Alternative[], ofB: readonly Alternative[]) => {
        const possible = ofA.flatMap(withPossibleValues);
        const [inA, inB] = [asMember(a, possible, ofB), asMember(b, ofB, possible)];
        const reasons = new AlternativeComparison(inA, inB, comparison, this).reasons();
        return summarised(reasons, inA, inB, comparison);
      };
      const [restA, restB] = comparison.direction === "plain" ? [[], []] : [besideAny(allA), besideAny(allB)];
      const strict = compared(allA, allB);
      if (restA.length === 0 || restB.length === 0) return strict;
      const note = "one alternative accepts any value";
      return [...compared(restA, restB).map((each) => ({ note, ...each })), ...strict];
    } catch (error) {
      if (!(error instanceof TooManyAlternativesError)) throw error;
      return [reason(comparison, "not-judged", { a: "too many alternatives to compare" })];
    }
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

/** Moves a cached reason to the current place, because the same pair may occur in many places. */
function seenFrom({ at, nodes, ...rest }: Reason, comparison: Comparison): Reason {
  // A variant's parent is its union, which is known; the parent of the schemas depends on the place.
  const isOwn = at.length > 0 || (rest.kind === "variant" && nodes.missing !== undefined);
  const { around } = isOwn ? nodes : comparison.nodes;
  const [a, b] = (["a", "b"] as const).map(
    (side) => (nodes[side].length > 0 ? nodes : comparison.nodes)[side],
  );
  return {
    ...rest,
    at: [...comparison.at, ...at],
    nodes: { missing: nodes.missing, a: a ?? [], b: b ?? [], ...(around ? { around } : {}) },
  };
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

/**
 * Returns the other alternatives of a union in which one accepts any value; empty if none does. Strictly that one
 * covers the others, but an author who lists alternatives means them.
 */
function besideAny(alternatives: readonly Alternative[]): readonly Alternative[] {
  // The alternatives of one member share the list of union members that led to it.
  const loose = alternatives.filter(isLoose).map(({ variants }) => variants);
  const isAny = ({ variants }: Alternative) =>
    loose.filter((other) => other === variants).length === types.length;
  return alternatives.some(isAny) ? alternatives.filter((each) => !isAny(each)) : [];
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

/** Returns known values of an open set (`x-extensible-enum`) that the newer side no longer lists. */
function compareOpenValues(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
  const [inA, inB] = [a, b].map((schemas) => annotationOf(schemas, "x-extensible-enum"));
  const [older, newer] = comparison.direction === "response" ? [inB, inA] : [inA, inB];
  if (!Array.isArray(older) || !Array.isArray(newer)) return [];
  const lost = older.filter((value) => !newer.some((other) => sameJson(value, other)));
  return lost.length === 0
    ? []
    : [reason(comparison, "open-values", { a: shortText(inA), b: shortText(inB) })];
}
