import { isMultiple } from "../alternatives/accepts.ts";
import type { Alternative, Bound } from "../alternatives/alternative.ts";
import { formatSamples } from "../alternatives/example.ts";
import { type Comparison, reason } from "./comparison.ts";
import type { Reason } from "./reason.ts";

// Formats of any precision, which rule out texts, and those that are only for texts.
const harmlessFormats = ["decimal", "decimal128", "bigdecimal", "biginteger", ...Object.keys(formatSamples)];

const sides = [
  ["minimum", "lowest", 1],
  ["maximum", "highest", -1],
] as const;

/** Returns why not all numbers of `a` fit `b`. */
export function compareNumbers(a: Alternative, b: Alternative, comparison: Comparison): Reason[] {
  const reasons: Reason[] = [];
  const isInteger = a.isInteger || a.multiplesOf.some((factor) => Number.isInteger(factor));
  if (b.isInteger && !isInteger) reasons.push(reason(comparison, "type", { a: "number", b: "integer" }));
  for (const [keyword, side, sign] of sides) {
    const [boundA, boundB] = [a[side], b[side]].map((bound) => withoutExclusion(bound, isInteger, sign));
    if (!boundA || !boundB || !reaches(boundB, boundA, sign)) continue;
    // Generators write the safe integers as bounds; no caller can rely on larger ones (RFC 8259, 6).
    const isSafe = isInteger && Math.abs(boundB.value) >= Number.MAX_SAFE_INTEGER;
    if (comparison.direction === "request" && isSafe) continue;
    const texts = { a: boundText(a[side], keyword), b: boundText(b[side], keyword) };
    reasons.push(reason(comparison, "bound", { ...texts, keyword }));
  }
  const known = [...a.formats, ...harmlessFormats];
  for (const format of b.formats.filter((each) => !known.includes(each))) {
    reasons.push(reason(comparison, "format", { a: a.formats.join(" and ") || "none", b: format }));
  }
  const factors = [...a.multiplesOf, ...(a.isInteger ? [1] : [])];
  for (const factor of b.multiplesOf) {
    if (factors.some((other) => isMultiple(other, factor))) continue;
    reasons.push(
      reason(comparison, "multiple-of", { a: a.multiplesOf.join(", ") || "none", b: String(factor) }),
    );
  }
  return reasons;
}

/** For integers `> 0` means the same as `>= 1`. */
function withoutExclusion(bound: Bound, isInteger: boolean, sign: 1 | -1): Bound {
  if (!isInteger || !Number.isFinite(bound.value)) return bound;
  const rounded = sign === 1 ? Math.ceil(bound.value) : Math.floor(bound.value);
  const isStep = bound.exclusive && rounded === bound.value;
  return { value: isStep ? rounded + sign : rounded, exclusive: false };
}

/** Whether the bound `b` excludes a number that the bound `a` allows. */
function reaches(b: Bound, a: Bound, sign: 1 | -1): boolean {
  if (b.value * sign > a.value * sign) return true;
  return b.value === a.value && b.exclusive && !a.exclusive && Number.isFinite(b.value);
}

function boundText(bound: Bound, word: string): string {
  if (!Number.isFinite(bound.value)) return `no ${word}`;
  return `${bound.exclusive ? "exclusive " : ""}${word} ${bound.value}`;
}
