import { DescriptionError } from "./description-error.ts";
import type { JsonObject } from "./json.ts";
import { pointerOf } from "./pointer.ts";

/** When an operation was deprecated, and when it is removed at the earliest, as `2027-06-01`. */
export interface Deprecation {
  /** `x-deprecated-since` */
  readonly since?: string;
  /** `x-sunset` */
  readonly sunset?: string;
}

/**
 * Reads the dates of a deprecated operation; `undefined` for one that is not deprecated.
 *
 * @throws DescriptionError for what is not a date, and for a date of an operation that is not deprecated
 */
export function readDeprecation(operation: JsonObject, pointer: string): Deprecation | undefined {
  const [since, sunset] = ["x-deprecated-since", "x-sunset"].map((name) => {
    const date = operation[name];
    if (date === undefined) return undefined;
    const place = pointer + pointerOf(name);
    if (!isDate(date))
      throw new DescriptionError(`\`${name}\` is not a date: write one such as 2027-06-01.`, place);
    if (operation.deprecated === true) return date;
    throw new DescriptionError(`\`${name}\` is for a deprecated operation: add \`deprecated: true\`.`, place);
  });
  if (operation.deprecated !== true) return undefined;
  if (since !== undefined && sunset !== undefined && sunset < since) {
    const place = pointer + pointerOf("x-sunset");
    throw new DescriptionError("`x-sunset` is before `x-deprecated-since`: write a later date.", place);
  }
  return { ...(since !== undefined && { since }), ...(sunset !== undefined && { sunset }) };
}

/** Says it in words: `deprecated since 2026-11-23, removed on 2027-06-01 at the earliest`. */
export function deprecationWords({ since, sunset }: Deprecation): string {
  const start = since === undefined ? "deprecated" : `deprecated since ${since}`;
  return sunset === undefined ? start : `${start}, removed on ${sunset} at the earliest`;
}

/** The header fields that say it: `Deprecation` (RFC 9745, section 2.1) and `Sunset` (RFC 8594, section 3). */
export function deprecationFields({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  return {
    ...(since !== undefined && { deprecation: `@${Date.parse(since) / 1_000}` }),
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  };
}

function isDate(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
