import type { Conjunction } from "./alternatives/alternative.ts";
import type { Direction } from "./alternatives/object-view.ts";
import { type Comparison, nodesOf, reason, rootComparison } from "./compare/comparison.ts";
import type { Reason } from "./compare/reason.ts";
import { type Found, type InnerPair, type OwnFindings, SchemaPair } from "./compare/schema-pair.ts";

// Limits far beyond real schemas; anything larger is not judged.
const maxDepth = 100;
const maxPairs = 20_000;

/** A comparison exceeded its budget. */
class TooManyPairsError extends Error {
  override readonly name = "TooManyPairsError";
}

/**
 * The pairs of schemas that are compared. They form a graph, because schemas may contain themselves, and the answer is
 * its greatest fixpoint: all pairs fit, except those that have a reason of their own or lead to one that has.
 *
 * For example, `Tree` is `{ name, children: Tree[] }`, and the new `Tree` differs in `name` only. The pair
 * (Tree, new Tree) leads to (name, new name) and to itself. If the names fit, no pair has a reason, so the trees fit; a
 * smallest fixpoint would never find that, as the pair would wait for itself. The nearest pairs are compared first,
 * without recursion.
 *
 * A comparison that chooses between alternatives needs to know at once whether an inner pair fits. A pair that is still
 * being compared then counts as fitting; every answer that rests on this is checked again in the end.
 */
export class SchemaPairs {
  readonly #compare: (pair: SchemaPair, comparison: Comparison) => Found[];
  readonly #pairs = new Map<string, SchemaPair>();
  readonly #ids = new WeakMap<object, number>();
  #lastId = 0;
  #lastWalk = 0;
  /** How many pairs were compared for the outermost question. */
  #count = 0;
  /** The pairs that are being compared, outermost first. */
  readonly #open: SchemaPair[] = [];
  /** The pairs whose findings or answers rest on an assumption. */
  readonly #assumed = new Set<SchemaPair>();
  /** The pairs that were assumed to fit, with the pair whose comparison asked. */
  #answers: { readonly pair: SchemaPair; readonly asker: SchemaPair }[] = [];
  /** The pairs that were wrongly assumed to fit; they have a reason, but perhaps not yet all. */
  readonly #misjudged = new Set<SchemaPair>();
  /** Whether the answer that is being found rests on an assumption. */
  #isAssuming = false;

  constructor(compare: (pair: SchemaPair, comparison: Comparison) => Found[]) {
    this.#compare = compare;
  }

  pairOf(a: Conjunction, b: Conjunction, direction: Direction): SchemaPair {
    const key = `${direction} ${this.#key(a)} ${this.#key(b)}`;
    const known = this.#pairs.get(key);
    if (known) return known;
    const pair = new SchemaPair(a, b, direction);
    this.#pairs.set(key, pair);
    return pair;
  }

  /** Why the pair does not fit: each reason once, at its nearest place. */
  reasonsOf(pair: SchemaPair): readonly Reason[] {
    return this.#answered(pair, () => {
      // Within another comparison the reasons so far are enough: they show that the pair does not fit.
      const isEnough = this.#open.length > 0 || !this.#misjudged.has(pair);
      if (pair.reasons && isEnough) return pair.reasons;
      if (this.#isKnownToFit(pair)) return [];
      const reasons = this.#withoutDetours([...this.#walk(pair)]);
      if (!this.#isAssuming) {
        pair.reasons = reasons;
        this.#misjudged.delete(pair);
      }
      return reasons;
    });
  }

  fits(pair: SchemaPair): boolean {
    const [first] = this.#answered(pair, () => {
      if (pair.reasons) return pair.reasons;
      if (pair.doesFit) {
        this.#isAssuming ||= this.#assumed.has(pair);
        return [];
      }
      const { value } = this.#walk(pair).next();
      return value ? [value] : [];
    });
    return first === undefined;
  }

  /** Answers a question about the pair; the outermost question waits until no answer rests on an assumption. */
  #answered(pair: SchemaPair, answer: () => readonly Reason[]): readonly Reason[] {
    const asker = this.#open.at(-1);
    if (!asker) return this.#settled(pair, answer);
    const outer = this.#isAssuming;
    this.#isAssuming = false;
    const reasons = answer();
    if (reasons.length === 0) {
      pair.doesFit = true;
      if (this.#isAssuming) {
        this.#assumed.add(pair);
        this.#answers.push({ pair, asker });
      }
    }
    this.#isAssuming ||= outer;
    return reasons;
  }

  #settled(pair: SchemaPair, answer: () => readonly Reason[]): readonly Reason[] {
    this.#count = 0;
    try {
      do answer();
      while (this.#correctsAnswers());
      this.#assumed.clear();
      this.#isAssuming = false;
      return answer();
    } catch (error) {
      if (!(error instanceof TooManyPairsError)) throw error;
      for (const each of [...this.#assumed, ...this.#misjudged]) {
        each.reasons = undefined;
        each.own = undefined;
        each.doesFit = false;
      }
      this.#misjudged.clear();
      const sides = { a: "too many alternatives to compare" };
      pair.reasons = [reason(comparisonOf(pair), "not-judged", sides)];
      return pair.reasons;
    } finally {
      this.#assumed.clear();
      this.#answers = [];
      this.#isAssuming = false;
    }
  }

  /**
   * Asks each assumed answer again, and lets a comparison that was misled be repeated.
   *
   * @returns whether the outermost question has to be answered once more
   */
  #correctsAnswers(): boolean {
    const asked = this.#answers;
    this.#answers = [];
    let isChanged = false;
    for (const answer of asked) {
      const { pair, asker } = answer;
      pair.reasons ??= this.#withoutDetours([...this.#walk(pair)]);
      if (pair.reasons.length === 0) {
        pair.reasons = undefined;
        this.#answers.push(answer);
      } else {
        this.#misjudged.add(pair);
        pair.doesFit = false;
        asker.own = undefined;
        isChanged = true;
      }
    }
    return isChanged || this.#answers.length > asked.length;
  }

  /** The reasons of the pair and of every pair that it leads to, nearest first. */
  *#walk(start: SchemaPair): Generator<Reason> {
    const walk = ++this.#lastWalk;
    start.walk = walk;
    const way: Way = { pairs: [start], from: [0] };
    let isFitting = true;
    for (let index = 0; index < way.pairs.length; index++) {
      const { reasons, targets } = this.#ownOf(way.pairs[index] as SchemaPair);
      for (const found of reasons) {
        isFitting = false;
        yield seenFrom(found, placeOf(way, index));
      }
      for (const target of targets) {
        if (target.walk === walk || this.#isKnownToFit(target)) continue;
        target.walk = walk;
        way.pairs.push(target);
        way.from.push(index);
      }
    }
    if (isFitting && !this.#isAssuming) for (const pair of way.pairs) pair.doesFit = true;
  }

  #isKnownToFit(pair: SchemaPair): boolean {
    return pair.doesFit && (this.#assumed.size === 0 || !this.#assumed.has(pair));
  }

  #ownOf(pair: SchemaPair): OwnFindings {
    if (pair.isOpen || this.#assumed.has(pair)) this.#isAssuming = true;
    if (pair.isOpen) return nothing;
    if (pair.own) return pair.own;
    if (this.#open.length >= maxDepth || ++this.#count > maxPairs) throw new TooManyPairsError();
    const outer = this.#isAssuming;
    this.#isAssuming = false;
    this.#open.push(pair);
    pair.isOpen = true;
    try {
      pair.own = ownFindings(this.#compare(pair, comparisonOf(pair)));
    } finally {
      this.#open.pop();
      pair.isOpen = false;
    }
    if (this.#isAssuming) this.#assumed.add(pair);
    this.#isAssuming ||= outer;
    return pair.own;
  }

  /** A change is one reason, however many paths lead to it; keep the shortest. */
  #withoutDetours(reasons: readonly Reason[]): readonly Reason[] {
    if (reasons.length < 2) return reasons;
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

const nothing: OwnFindings = { reasons: [], inner: [], targets: [] };

function ownFindings(found: readonly Found[]): OwnFindings {
  const inner = found.filter((each) => each.kind === "pair");
  const reasons = found.filter((each) => each.kind !== "pair");
  return { reasons, inner, targets: [...new Set(inner.map(({ pair }) => pair))] };
}

type Place = Pick<InnerPair, "at" | "nodes">;

/** The pairs that a walk has reached, and the index of the pair that led to each. */
interface Way {
  readonly pairs: SchemaPair[];
  readonly from: number[];
}

/** Places are determined when a reason needs one, because most pairs have none. */
function placeOf({ pairs, from }: Way, index: number): Place {
  const steps: Place[] = [];
  for (let last = index; last > 0; last = from[last] ?? 0) {
    const step = pairs[from[last] ?? 0]?.own?.inner.find(({ pair }) => pair === pairs[last]);
    if (step) steps.push(step);
  }
  steps.push(comparisonOf(pairs[0] as SchemaPair));
  return joined(steps);
}

/** One place for steps, innermost first: the names of all, and the schemas of the innermost that has any. */
function joined(steps: readonly Place[]): Place {
  const nodesOn = (side: "a" | "b") => steps.find(({ nodes }) => nodes[side].length > 0)?.nodes[side] ?? [];
  const { around } = steps.find(isOwnPlace)?.nodes ?? steps.at(-1)?.nodes ?? {};
  return {
    at: steps.toReversed().flatMap(({ at }) => at),
    nodes: {
      missing: steps[0]?.nodes.missing,
      a: nodesOn("a"),
      b: nodesOn("b"),
      ...(around ? { around } : {}),
    },
  };
}

/** A variant's parent is its union, which is known; the parent of the schemas depends on the place. */
function isOwnPlace(step: Place & { readonly kind?: string }): boolean {
  return step.at.length > 0 || (step.kind === "variant" && step.nodes.missing !== undefined);
}

function comparisonOf({ direction, a, b }: SchemaPair): Comparison {
  return { direction, at: [], nodes: nodesOf(a, b, rootComparison(direction)) };
}

/** Moves what was found at a pair to the place of the pair. */
export function seenFrom<T extends Found>(found: T, place: Place): T {
  return { ...found, ...joined([found, place]) };
}
