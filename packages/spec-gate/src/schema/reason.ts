/** What a schema newly forbids, or newly allows, at one place. */
export type ReasonKind =
  | "type"
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
  | "discriminator"
  | "default"
  | "open-values"
  | "too-complex";

/** One reason why the values of schema `a` do not all fit schema `b`. */
export interface Reason {
  readonly kind: ReasonKind;
  /** The way from the compared schema to the place: property names, `[]` for items, `*` for other properties. */
  readonly at: readonly string[];
  /** What the keyword says on either side, as short texts. */
  readonly a?: string;
  readonly b?: string;
  /** The schema objects at the place. */
  readonly nodes: readonly object[];
}
