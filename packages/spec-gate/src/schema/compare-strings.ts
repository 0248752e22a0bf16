import type { Alternative } from "./alternative.ts";
import { type Comparison, reason } from "./comparison.ts";
import type { Reason } from "./reason.ts";
import { isLanguageWithin, isUniversal, type StringLanguage } from "./string-language.ts";

// Every value in the key's format is also valid in each listed format.
const widerFormats: Readonly<Record<string, readonly string[]>> = {
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["iri", "uri-reference", "iri-reference"],
  url: ["uri", "iri", "uri-reference", "iri-reference"],
  iri: ["iri-reference"],
  "uri-reference": ["iri-reference"],
};

/** Returns why not all strings of `a` fit `b`. */
export function compareStrings(a: Alternative, b: Alternative, comparison: Comparison): Reason[] {
  const reasons: Reason[] = [];
  const language: StringLanguage = { patterns: a.patterns, length: a.length };
  const [minA, maxA] = a.length;
  const [minB, maxB] = b.length;
  const isLengthWithin = minA >= minB && maxA <= maxB;
  if (!isLengthWithin && !isLanguageWithin(language, { patterns: [], length: b.length })) {
    if (minB > minA)
      reasons.push(
        reason(comparison, "length", {
          a: `minLength ${minA}`,
          b: `minLength ${minB}`,
          keyword: "minLength",
        }),
      );
    if (maxB < maxA)
      reasons.push(
        reason(comparison, "length", { a: maxText(maxA), b: maxText(maxB), keyword: "maxLength" }),
      );
  }
  for (const pattern of b.patterns) {
    if (isUniversal(pattern) || a.patterns.includes(pattern)) continue;
    if (isLanguageWithin(language, { patterns: [pattern], length: [0, Number.POSITIVE_INFINITY] })) continue;
    const found = reason(comparison, "pattern", { a: a.patterns.join(" and ") || "none", b: pattern });
    const isForeign = [...a.patterns, pattern].some((each) => /\\[AZz]/.test(each));
    reasons.push(isForeign ? { ...found, note: "\\A and \\Z are not anchors in ECMA-262" } : found);
  }
  for (const format of b.formats) {
    if (a.formats.some((other) => other === format || widerFormats[other]?.includes(format))) continue;
    reasons.push(reason(comparison, "format", { a: a.formats.join(" and ") || "none", b: format }));
  }
  for (const content of b.contents) {
    if (a.contents.includes(content)) continue;
    reasons.push(
      reason(comparison, "content-encoding", { a: a.contents.join(" and ") || "none", b: content }),
    );
  }
  return reasons;
}

function maxText(max: number): string {
  return Number.isFinite(max) ? `maxLength ${max}` : "no maxLength";
}
