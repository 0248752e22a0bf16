import type { BodyTypes } from "./body-types.gen.ts";
import type { QueryWriter } from "./query-styles.ts";

/** What the client knows of an operation of the spec. A function is there only where the operation needs it. */
export interface Operation {
  readonly method: string;
  /** Such as `/api/v0/computers/{computerId}`. */
  readonly path: string;
  /** Whether the method takes parameters by name: those of the query and of the header. */
  readonly hasParams?: boolean;
  /** How the query parameters are written that are not written as `ids=a&ids=b`. */
  readonly styles?: Readonly<Record<string, QueryWriter>>;
  /** Takes the parameters that are sent as header fields out of the others. */
  readonly takeHeaders?: (params: Record<string, unknown>) => Record<string, string>;
  /** Whether the request has a body. */
  readonly hasBody?: boolean;
  /** Whether that has to be given, as a JSON object. */
  readonly takesObject?: boolean;
  /** Writes a body that is not `application/json`. */
  readonly writeBody?: (body: unknown) => BodyInit;
  /** The schema of a JSON request body. */
  readonly bodySchema?: keyof BodyTypes;
  /** What a success has as its body; absent where it has none. */
  readonly returns?: "object" | "json" | "text";
  /** Whether a success may come without a body all the same. */
  readonly mayBeEmpty?: boolean;
  /** The schema of a JSON success. */
  readonly responseSchema?: keyof BodyTypes;
}

/** A body as `fetch` takes it, with its header fields. */
export interface BodyInit {
  readonly body: NonNullable<RequestInit["body"]>;
  readonly headers: Record<string, string>;
}
