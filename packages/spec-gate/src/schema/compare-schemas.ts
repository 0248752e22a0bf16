import { fingerprint } from "../fingerprint.ts";
import { sameJson, shortText } from "../json-value.ts";
import { draftAccepts } from "./accepts.ts";
import { annotationOf } from "./annotation.ts";
import { compareArrays } from "./compare-arrays.ts";
import { compareDiscriminators } from "./compare-discriminators.ts";
import { compareNumbers } from "./compare-numbers.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareStrings } from "./compare-strings.ts";
import { plainly, type Question, reason, type SchemaContext } from "./context.ts";
import { draftsDisjoint } from "./disjoint.ts";
import type { Conjunction, Draft, Schema } from "./draft.ts";
import { draftsOf, TooManyAlternatives } from "./drafts.ts";
import { integersOf, isEveryTextListed, withPossibleValues } from "./listed-values.ts";
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

  compare(a: Conjunction, b: Conjunction, question: Question): Reason[] {
    if (this.#isUnchanged(a, b)) return [];
    const key = `${question.direction} ${this.#key(a)} ${this.#key(b)}`;
    const found = this.#answers.get(key) ?? this.#remembered(key, a, b, question);
    return found.map((each) => ({ ...each, at: [...question.at, ...each.at] }));
  }

  /** A component that is the same as before need not be looked into. */
  #isUnchanged([a, ...moreA]: Conjunction, [b, ...moreB]: Conjunction): boolean {
    if (moreA.length > 0 || moreB.length > 0 || typeof a !== "object" || typeof b !== "object") return false;
    const name = this.nameOf(a);
    return name !== undefined && name === this.nameOf(b) && fingerprint(a) === fingerprint(b);
  }

  /** A pair that fits may do so only because a pair around it was taken to fit: if that one fails, it is forgotten. */
  #remembered(key: string, a: Conjunction, b: Conjunction, question: Question): Reason[] {
    const inner = { ...question, at: [] };
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

  #compareAnnotations(a: Conjunction, b: Conjunction, question: Question): Reason[] {
    if (question.direction === "plain") return [];
    return [...compareDiscriminators(a, b, question, this), ...compareOpenValues(a, b, question)];
  }

  #decide(a: Conjunction, b: Conjunction, question: Question): Reason[] {
    try {
      const draftsA = draftsOf(a).flatMap(withPossibleValues);
      const draftsB = draftsOf(b);
      const missing = draftsA.flatMap((draft, index) => {
        // The alternative at the same place is the likeliest to fit.
        const ordered = draftsB.toSorted(
          (one, other) => distanceTo(index, draftsB, one) - distanceTo(index, draftsB, other),
        );
        return this.#fitSomewhere(draft, ordered, question);
      });
      return summarised(missing, draftsA, draftsB, question);
    } catch (error) {
      if (!(error instanceof TooManyAlternatives)) throw error;
      const [before, after] = [a, b].map((schemas) => fingerprint({ allOf: schemas }));
      return before === after ? [] : [reason(question, "too-complex")];
    }
  }

  /** Why the alternative fits none of the others: the reasons of the nearest one. */
  #fitSomewhere(draft: Draft, drafts: readonly Draft[], question: Question): Reason[] {
    const [type] = draft.types;
    const candidates = drafts.filter((other) => other.types[0] === type);
    if (candidates.length === 0) return [reason(question, "type", { a: type ?? "nothing" })];
    const values = draft.values ?? (candidates.some((other) => other.values) ? integersOf(draft) : undefined);
    if (values && candidates.some((other) => other.values)) {
      const lost = values.filter((value) => !candidates.some((other) => draftAccepts(other, value)));
      return lost.map((value) => reason(question, "values", { a: shortText(value) }));
    }
    let nearest: Reason[] | undefined;
    for (const candidate of candidates) {
      const reasons = this.#fit(draft, candidate, question);
      if (reasons.length === 0) return [];
      if (!nearest || distance(reasons) < distance(nearest)) nearest = reasons;
    }
    if (candidates.length > 1 && this.#fitsInParts(draft, candidates, question)) return [];
    return nearest ?? [];
  }

  /** Whether several alternatives share what none of them takes as a whole. */
  #fitsInParts(draft: Draft, candidates: readonly Draft[], question: Question): boolean {
    return splitByProperty(draft).some((parts) =>
      parts.every((part) => candidates.some((other) => this.#fit(part, other, question).length === 0)),
    );
  }

  #fit(a: Draft, b: Draft, question: Question): Reason[] {
    const reasons: Reason[] = [];
    const [type] = a.types;
    if (a.values) {
      const lost = a.values.filter((value) => !draftAccepts(b, value));
      return lost.map((value) => reason(question, "values", { a: shortText(value) }));
    }
    if (b.values && isEveryTextListed(a, b.values)) return [];
    if (b.values)
      return [reason(question, "values", { a: `any ${type}`, b: b.values.map(shortText).join(", ") })];
    if (type === "number") reasons.push(...compareNumbers(a, b, question));
    if (type === "string") reasons.push(...compareStrings(a, b, question));
    if (type === "array") reasons.push(...compareArrays(a, b, question, this));
    if (type === "object") reasons.push(...compareObjects(a, b, question, this));
    return [...reasons, ...this.#compareNots(a, b, question), ...this.#compareExclusions(a, b, question)];
  }

  #compareNots(a: Draft, b: Draft, question: Question): Reason[] {
    return b.nots
      .filter((not) => !this.#isRuledOut(not, a, a.nots, question))
      .map(() => reason(question, "not"));
  }

  /** `oneOf` refuses what fits two of its members. */
  #compareExclusions(a: Draft, b: Draft, question: Question): Reason[] {
    const both = b.exclusions.filter((other) => !this.#isRuledOut(other, a, a.exclusions, question));
    return both.length > 0 ? [reason(question, "one-of")] : [];
  }

  /** Whether no value of the alternative fits the schema, by what it rules out already or by what it is. */
  #isRuledOut(schema: Schema, draft: Draft, own: readonly Schema[], question: Question): boolean {
    const plain = plainly(question);
    if (own.some((other) => this.compare([schema], [other], plain).length === 0)) return true;
    return draftsOf([schema]).every((each) => draftsDisjoint(draft, each, question.direction));
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
function compareOpenValues(a: Conjunction, b: Conjunction, question: Question): Reason[] {
  const [inA, inB] = [a, b].map((schemas) => annotationOf(schemas, "x-extensible-enum"));
  const [older, newer] = question.direction === "response" ? [inB, inA] : [inA, inB];
  if (!Array.isArray(older) || !Array.isArray(newer)) return [];
  const lost = older.filter((value) => !newer.some((other) => sameJson(value, other)));
  return lost.length === 0 ? [] : [reason(question, "open-values", { a: shortText(inA), b: shortText(inB) })];
}

function distanceTo(index: number, drafts: readonly Draft[], draft: Draft): number {
  return Math.abs(drafts.indexOf(draft) - index);
}

/** A variant whose fixed values differ is further away than one with other bounds. */
function distance(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { kind }) => sum + (kind === "values" || kind === "type" ? 3 : 1), 0);
}

/** One reason for all types that are missing, and one for all values. */
function summarised(
  reasons: Reason[],
  a: readonly Draft[],
  b: readonly Draft[],
  question: Question,
): Reason[] {
  const isHere = (each: Reason) => each.at.length === 0;
  const typesLost = reasons.filter((each) => isHere(each) && each.kind === "type" && each.b === undefined);
  const valuesLost = reasons.filter((each) => isHere(each) && each.kind === "values");
  const others = reasons.filter((each) => !typesLost.includes(each) && !valuesLost.includes(each));
  const summary: Reason[] = [];
  if (typesLost.length > 0) {
    summary.push(reason(question, "type", { a: typesText(a), b: typesText(b) }));
  }
  if (valuesLost.length > 0) {
    const lost = [...new Set(valuesLost.map((each) => each.a ?? ""))].join(", ");
    summary.push(reason(question, "values", { a: lost, b: valuesText(b) }));
  }
  return deduplicated([...summary, ...others]);
}

function deduplicated(reasons: readonly Reason[]): Reason[] {
  const byKey = new Map(reasons.map((each) => [JSON.stringify([each.kind, each.at, each.a, each.b]), each]));
  return [...byKey.values()];
}

function typesText(drafts: readonly Draft[]): string {
  const names = drafts.map((draft) =>
    draft.isInteger && draft.types[0] === "number" ? "integer" : draft.types[0],
  );
  const unique = [...new Set(names)];
  if (unique.length === 6) return "any type";
  return unique.join(" or ") || "nothing";
}

function valuesText(drafts: readonly Draft[]): string {
  const texts = drafts.flatMap((draft) => draft.values?.map(shortText) ?? [`any ${draft.types[0]}`]);
  return [...new Set(texts)].slice(0, 8).join(", ");
}
