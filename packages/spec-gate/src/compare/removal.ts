import type { RuleId } from "./rules.ts";

/** Something that the older side of a comparison has and the newer one has not. */
export interface Removal {
  readonly rule: RuleId;
  /** The operation, or the part of the document, that it concerns. */
  readonly subject: string;
  /** The way from there: `response 200`, `header X`, property names. */
  readonly at: readonly string[];
  readonly older?: string;
  readonly newer?: string;
  /** Where to look on the older side, and on the newer one. */
  readonly olderSpot?: Spot;
  readonly newerSpot?: Spot;
}

/** An object, and the keys of it that make the difference: the first that is there is shown. */
export interface Spot {
  readonly node: object;
  readonly keys: readonly string[];
  /** The way from the object to what is shown, such as a property whose schema is written elsewhere. */
  readonly path?: readonly string[];
}
