import type { Conjunction } from "../alternatives/alternative.ts";
import type { Direction } from "../alternatives/object-view.ts";
import type { Nodes, Reason } from "./reason.ts";

/** Two schemas to compare, and what is known about them so far. */
export class SchemaPair {
  readonly direction: Direction;
  readonly a: Conjunction;
  readonly b: Conjunction;
  /** What the comparison of the two found, without what lies behind inner pairs. */
  own: OwnFindings | undefined = undefined;
  isOpen = false;
  /** The reasons of the pair and of every pair that it leads to. */
  reasons: readonly Reason[] | undefined = undefined;
  doesFit = false;
  /** The last walk that reached the pair; walks within walks may make one visit it twice. */
  walk = 0;

  constructor(a: Conjunction, b: Conjunction, direction: Direction) {
    this.a = a;
    this.b = b;
    this.direction = direction;
  }
}

export interface OwnFindings {
  readonly reasons: readonly Reason[];
  readonly inner: readonly InnerPair[];
  /** The inner pairs, each once. */
  readonly targets: readonly SchemaPair[];
}

/** A pair of inner schemas whose reasons belong to the list that contains it. */
export interface InnerPair {
  readonly kind: "pair";
  readonly at: readonly string[];
  readonly nodes: Nodes;
  readonly pair: SchemaPair;
}

export type Found = Reason | InnerPair;
