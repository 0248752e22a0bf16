import type { Operation } from "./operation.ts";
import type { RuleId } from "./rules.ts";

/** Something that the older side of a comparison has and the newer side does not. */
export interface Removal {
  readonly rule: RuleId;
  /** The operation, or the part of the document, that it affects. */
  readonly subject: string;
  /** The path from there: `response 200`, `header X`, property names. */
  readonly at: readonly string[];
  readonly older?: string;
  readonly newer?: string;
  /** What else a reader of the entry has to know. */
  readonly note?: string;
  /** The positions on the older side and on the newer side. */
  readonly olderSpot?: Spot;
  readonly newerSpot?: Spot;
  /** The operation it is in; absent if only the older side has it. */
  readonly exchange?: Exchange;
}

/** An operation on both sides. */
export interface Exchange {
  readonly older: Operation;
  readonly newer: Operation;
  /** In webhooks and callbacks the service sends the request and reads the response. */
  readonly isReversed: boolean;
}

/** An object and the keys that differ; the first one present is shown. */
export interface Spot {
  readonly node: object;
  readonly keys: readonly string[];
  /** The path from the object to what is shown, such as a property whose schema is written elsewhere. */
  readonly path?: readonly string[];
}
