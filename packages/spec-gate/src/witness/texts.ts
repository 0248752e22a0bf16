import { DFA, getIntersectionWordSets, NFA, Words } from "refa";
import type { Alternative } from "../schema/alternative.ts";
import { anywhere, automatonOf } from "../schema/string-language.ts";

/** A text of each format that the validator knows, and one that almost is. */
const samples: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-01-31", "2026-02-31"],
  time: ["12:00:00Z", "25:00:00Z"],
  "date-time": ["2026-01-31T12:00:00Z", "2026-01-31"],
  duration: ["P1D", "1 day"],
  email: ["a@example.com", "a"],
  hostname: ["example.com", "-"],
  ipv4: ["192.0.2.1", "192.0.2.256"],
  ipv6: ["2001:db8::1", "2001"],
  uri: ["https://example.com/a", "a b"],
  "uri-reference": ["/a", "\\"],
  "uri-template": ["/a/{b}", "{"],
  uuid: ["123e4567-e89b-12d3-a456-426614174000", "123e4567"],
  "json-pointer": ["/a", "a"],
  "relative-json-pointer": ["0/a", "a"],
  regex: ["^a$", "("],
  byte: ["YQ==", "a"],
};
const maxNodes = 2_000;
const maxWords = 12;

/** Texts that the alternatives may tell apart: of every format, length and pattern that one of them names. */
export function textsOf(alternatives: readonly Alternative[]): string[] {
  const texts = alternatives.filter(({ types }) => types[0] === "string");
  const formats = texts.flatMap((each) => each.formats.flatMap((format) => samples[format] ?? []));
  const sizes = texts.flatMap(({ length }) => length.flatMap((size) => [size - 1, size, size + 1]));
  const usual = [1, 0, 2, ...sizes.filter((size) => size >= 0 && size <= 200_000)];
  const words = texts.flatMap((own) => [
    ...wordsOf(own),
    ...texts
      .filter((other) => other !== own)
      .flatMap(({ patterns }) => patterns.flatMap((each) => wordsOf(own, each))),
  ]);
  const plain = [...new Set(usual)].sort((a, b) => a - b).map((size) => "a".repeat(size));
  const others = ["A", "1", "é", "a b", ...Object.values(samples).flat()];
  return [...new Set([...words, ...formats, "text", ...plain, ...others])];
}

const known = new Map<string, readonly string[]>();

/** Some texts that match all patterns of the alternative, and not the other one. */
function wordsOf({ patterns, length }: Alternative, other?: string): readonly string[] {
  if (patterns.length === 0 && other === undefined) return [];
  const key = JSON.stringify([patterns, length, other]);
  const words = known.get(key) ?? wordsBetween(patterns, length, other);
  known.set(key, words);
  return words;
}

function wordsBetween(
  patterns: readonly string[],
  [min, max]: readonly [number, number],
  other: string | undefined,
): string[] {
  try {
    const bounds = min <= 100 ? [`^[\\s\\S]{${min},${max <= 100 ? max : ""}}$`] : [];
    const inside = [...patterns.map(anywhere), ...bounds]
      .map((source) => automatonOf(source, "u"))
      .reduce(
        (a, b) => NFA.fromIntersection(a, b, new NFA.LimitedNodeFactory(maxNodes)),
        automatonOf("^[ -~]*$", "u"),
      );
    const refused = automatonOf(other === undefined ? "[^\\s\\S]" : anywhere(other), "u");
    const outside = DFA.fromFA(refused, new DFA.LimitedNodeFactory(maxNodes));
    outside.complement();
    const found: string[] = [];
    for (const set of getIntersectionWordSets(inside, outside, maxNodes)) {
      found.push(Words.fromUnicodeToString(Words.pickMostReadableWord(set)));
      if (found.length >= maxWords) break;
    }
    return found;
  } catch {
    return [];
  }
}
