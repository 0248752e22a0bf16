import type { FormField } from "@compute-host/openapi/form-values";
import type { CredentialPlace, MediaKind } from "@compute-host/openapi/model";

/** What the fake has to know of an operation that differs from the others. */
export interface OperationFacts {
  /** The alternatives of credentials; empty if none are needed. @default the bearer token */
  readonly security?: readonly (readonly CredentialPlace[])[];
  /** Whether a request may have no body. */
  readonly isOptional?: boolean;
  /** How a body is read, by media type. @default JSON */
  readonly content?: Readonly<Record<string, BodyFacts>>;
}

/** How a body of one media type is read. */
export interface BodyFacts {
  readonly kind: MediaKind;
  /** Those of a form. */
  readonly fields?: Readonly<Record<string, FormField>>;
}
