import type { Reason } from "../../schema/compare/reason.ts";
import type { RuleId } from "../rules.ts";

/** Something that the base has and the revision does not, or, if its rule is for an addition, the reverse. */
export interface Removal {
  readonly rule: RuleId;
  /** The operation, or the part of the document, that it affects. */
  readonly subject: string;
  /** The path from there: `response 200`, `header X`, property names. */
  readonly at: readonly string[];
  readonly base?: string | undefined;
  readonly revision?: string | undefined;
  /** What else a reader of the entry has to know. */
  readonly note?: string | undefined;
  /** What keeps the gate from deciding, if the loss is not proven. */
  readonly undecided?: string | undefined;
  /** The positions in both versions. */
  readonly baseSpot?: Spot | undefined;
  readonly revisionSpot?: Spot | undefined;
  /** The reason in a schema, and where it is in a message. */
  readonly reason?: Reason | undefined;
  readonly place?: MessagePlace | undefined;
}

/** Where in a request or a response a schema applies: the witness builds a message there that shows the change. */
export interface MessagePlace {
  /** `query` and a name, or `body`, and what follows. */
  readonly path: readonly string[];
  /** Whether the value travels as text that has no types. */
  readonly isText: boolean;
  readonly direction: "request" | "response";
  /** The objects that hold the schema of the part: `a` in its sender's version, `b` in its reader's. */
  readonly a: object;
  readonly b: object;
}

/** An object and the keys that differ; the first one present is shown. */
export interface Spot {
  readonly node: object;
  readonly keys: readonly string[];
  /** The path from the object to what is shown, such as a property whose schema is written elsewhere. */
  readonly path?: readonly string[];
}
