import { alternativeAccepts } from "./accepts.ts";
import type { Alternative } from "./alternative.ts";
import { regularExpression } from "./regular-expression.ts";
import { isLanguageWithin } from "./string-language.ts";

// Larger ranges of integers are compared by their bounds.
const maxIntegers = 100;

/** Drops listed values that the alternative's own keywords rule out; empty if none is left. */
export function withPossibleValues(alternative: Alternative): Alternative[] {
  // An invalid pattern does not rule out anything here.
  const patterns = alternative.patterns.filter((pattern) => regularExpression(pattern));
  const values =
    alternative.values?.filter((value) => alternativeAccepts({ ...alternative, patterns }, value)) ??
    finiteValues(alternative);
  if (!values) return [alternative];
  return values.length > 0 ? [{ ...alternative, values }] : [];
}

/** All values of a type with only a few. */
function finiteValues(alternative: Alternative): readonly unknown[] | undefined {
  const all = { boolean: [true, false], null: [null] }[String(alternative.types[0])];
  return all?.filter((value) => alternativeAccepts(alternative, value));
}

/** The integers between the bounds of the alternative, if they are few. */
export function integersOf(alternative: Alternative): number[] | undefined {
  const { isInteger, lowest, highest } = alternative;
  const first = Math.ceil(lowest.value);
  const count = Math.floor(highest.value) - first + 1;
  if (alternative.types[0] !== "number" || !isInteger || !(count <= maxIntegers)) return undefined;
  const all = Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
  return all.filter((value) => alternativeAccepts(alternative, value));
}

/** Whether the patterns and lengths of the alternative allow only listed texts. */
export function isEveryTextListed(alternative: Alternative, values: readonly unknown[]): boolean {
  if (alternative.types[0] !== "string" || alternative.patterns.length === 0) return false;
  const texts = values.filter((value) => typeof value === "string").map(escapedText);
  const listed = { patterns: [`^(?:${texts.join("|")})$`], length: [0, Number.POSITIVE_INFINITY] } as const;
  return isLanguageWithin({ patterns: alternative.patterns, length: alternative.length }, listed);
}

function escapedText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
