import type { JsonObject } from "../schema/json.ts";

/** When an operation was deprecated, and the earliest day of its removal, such as `2027-06-01`. */
export interface Deprecation {
  /** `x-deprecated-since` */
  readonly since?: string;
  /** `x-sunset` */
  readonly sunset?: string;
}

/** Reads the dates of a deprecated operation; `undefined` for one that is not deprecated. */
export function readDeprecation(operation: JsonObject): Deprecation | undefined {
  const { deprecated, "x-deprecated-since": since, "x-sunset": sunset } = operation;
  if (deprecated !== true) return undefined;
  return { ...(typeof since === "string" && { since }), ...(typeof sunset === "string" && { sunset }) };
}

/** Puts it into words: `deprecated since 2026-11-23, removed on 2027-06-01 at the earliest`. */
export function deprecationWords({ since, sunset }: Deprecation): string {
  const start = since === undefined ? "deprecated" : `deprecated since ${since}`;
  return sunset === undefined ? start : `${start}, removed on ${sunset} at the earliest`;
}

/** Its header fields: `Deprecation` (RFC 9745, section 2.1) and `Sunset` (RFC 8594, section 3). */
export function deprecationFields({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  return {
    ...(since !== undefined && { deprecation: `@${Date.parse(since) / 1_000}` }),
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  };
}
