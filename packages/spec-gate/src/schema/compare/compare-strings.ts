import type { Alternative } from "../alternatives/alternative.ts";
import {
  containment,
  isLanguageWithin,
  isUniversal,
  type StringLanguage,
} from "../alternatives/string-language.ts";
import { type Comparison, compareInterval, reason } from "./comparison.ts";
import type { Reason } from "./reason.ts";

// Every value in the key's format is also valid in each listed format.
const widerFormats: Readonly<Record<string, readonly string[]>> = {
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["iri", "uri-reference", "iri-reference"],
  url: ["uri", "iri", "uri-reference", "iri-reference"],
  iri: ["iri-reference"],
  "uri-reference": ["iri-reference"],
};

const anyLength = [0, Number.POSITIVE_INFINITY] as const;

// What every text of a format matches (RFC 3339, 4122, 2673), so that lengths and patterns can follow from it.
const day = "\\d{4}-\\d{2}-\\d{2}";
const time = "\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})";
const formatPatterns: Readonly<Record<string, string>> = {
  date: `^${day}$`,
  time: `^${time}$`,
  "date-time": `^${day}[Tt]${time}$`,
  uuid: "^[\\dA-Fa-f]{8}(-[\\dA-Fa-f]{4}){3}-[\\dA-Fa-f]{12}$",
  ipv4: "^\\d{1,3}(\\.\\d{1,3}){3}$",
};
// Formats of every text that matches the pattern.
const exactFormats = ["uuid"];

/** Returns why not all strings of `a` fit `b`. */
export function compareStrings(a: Alternative, b: Alternative, comparison: Comparison): Reason[] {
  const fromFormats = a.formats.flatMap((format) => formatPatterns[format] ?? []);
  const language: StringLanguage = { patterns: [...a.patterns, ...fromFormats], length: a.length };
  const lengths = compareInterval(comparison, "length", ["minLength", "maxLength"], [a.length, b.length]);
  const isLengthKept = lengths.length === 0 || isLanguageWithin(language, { patterns: [], length: b.length });
  const reasons = isLengthKept ? [] : lengths;
  for (const pattern of b.patterns) {
    if (isUniversal(pattern) || a.patterns.includes(pattern)) continue;
    const answer = containment(language, { patterns: [pattern], length: anyLength });
    if (answer === "within") continue;
    const texts = { a: a.patterns.join(" and ") || "none", b: pattern };
    const isForeign = [...a.patterns, pattern].some((each) => /\\[AZz]/.test(each));
    reasons.push({
      ...reason(comparison, "pattern", texts),
      ...(isForeign ? { note: "\\A and \\Z are not anchors in ECMA-262" } : {}),
      ...(typeof answer === "object" && a.patterns.length > 0 ? answer : {}),
    });
  }
  for (const format of b.formats) {
    if (a.formats.some((other) => other === format || widerFormats[other]?.includes(format))) continue;
    const patterns = exactFormats.includes(format) ? [formatPatterns[format] ?? ""] : [];
    if (patterns.length > 0 && isLanguageWithin(language, { patterns, length: anyLength })) continue;
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
