import type { Alternative } from "../alternatives/alternative.ts";

/** The kinds of values that a schema newly forbids or allows at one place. */
export type ReasonKind =
  | "type"
  | "repair"
  | "values"
  | "bound"
  | "multiple-of"
  | "length"
  | "pattern"
  | "format"
  | "content-encoding"
  | "item-count"
  | "unique-items"
  | "items-contained"
  | "property-count"
  | "property-required"
  | "property-removed"
  | "property-closed"
  | "properties-closed"
  | "property-names"
  | "dependency"
  | "not"
  | "one-of"
  | "overlap"
  | "variant"
  | "discriminator"
  | "default"
  | "open-values"
  | "deprecation"
  | "not-judged";

/** A reason why not all values of schema `a` fit schema `b`. */
export interface Reason {
  readonly kind: ReasonKind;
  /** The path from the compared schema to the place: property names, `[]` for items, `*` for other properties. */
  readonly at: readonly string[];
  /** The keyword's value on either side, shortened. */
  readonly a?: string;
  readonly b?: string;
  /** The schema objects at the place on either side. */
  readonly nodes: Nodes;
  /** The keyword that differs, if the kind does not imply it. */
  readonly keyword?: string;
  /** What else a reader of the entry has to know. */
  readonly note?: string;
  /** What keeps the gate from deciding, if the reason is not proven. */
  readonly undecided?: string;
  /**
   * The alternative of `a` that does not fit, and that of `b` it was compared with: values between the two show the
   * reason.
   */
  readonly between?: Between;
}

export type Between = readonly [a: Alternative, b?: Alternative];

/** Schema objects of both sides. If a side has nothing at the place, its parent is used instead. */
export interface Nodes {
  readonly a: readonly object[];
  readonly b: readonly object[];
  readonly missing?: "a" | "b" | undefined;
  /** The parent of the place on either side. */
  readonly around?: { readonly a: readonly object[]; readonly b: readonly object[] };
}
