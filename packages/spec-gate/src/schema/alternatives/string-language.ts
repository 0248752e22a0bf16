import {
  DFA,
  type Expression,
  getIntersectionWordSets,
  isDisjointWith,
  JS,
  NFA,
  type NoParent,
  Transformers,
  transform,
  Words,
} from "refa";
import { regularExpression } from "./regular-expression.ts";

/** The strings that match every pattern and have a length in the interval. */
export interface StringLanguage {
  readonly patterns: readonly string[];
  readonly length: readonly [number, number];
}

const maxNodes = 3_000;
// Every counted character costs a state, so longer bounds are only compared as numbers.
const maxLength = 600;
const universal = new Set(["", ".*", "^.*$", "^.*", ".*$", "^", "$", "^[\\s\\S]*$"]);
// Anchors in the middle exclude whatever cannot be next to them; anchors at the edges have no effect then.
const assertionFree = [
  Transformers.simplify,
  Transformers.applyAssertions,
  Transformers.simplify,
  () => Transformers.patternEdgeAssertions({ remove: true }),
];
const known = new Map<string, boolean>();

/** Whether every string matches the pattern. */
export function isUniversal(pattern: string): boolean {
  return universal.has(pattern);
}

/** Whether every string of `a` is in `b`; `false` if automata cannot decide. */
export function isLanguageWithin(a: StringLanguage, b: StringLanguage): boolean {
  const wanted = wantedOf(a, b);
  if (wanted === undefined) return false;
  if (wanted.length === 0) return true;
  const patterns = patternSources(a);
  const all = [...patterns, ...lengthSources(a.length)];
  if (all.length === 0) return false;
  // A length multiplies the states of a pattern, and often the patterns alone decide.
  return (patterns.length > 0 && isWithin(patterns, wanted)) || isWithin(all, wanted);
}

/** The constraints of `b` that do not follow from `a`; `undefined` if a length is too long to count. */
function wantedOf(a: StringLanguage, b: StringLanguage): string[] | undefined {
  const [minA, maxA] = a.length;
  const [minB, maxB] = b.length;
  const length = [minA < minB ? minB : 0, maxA > maxB ? maxB : Number.POSITIVE_INFINITY] as const;
  const isCountable = length[0] <= maxLength && (length[1] <= maxLength || !Number.isFinite(length[1]));
  return isCountable ? [...patternSources(b), ...lengthSources(length)] : undefined;
}

function isWithin(sourcesA: readonly string[], sourcesB: readonly string[]): boolean {
  const key = JSON.stringify([sourcesA, sourcesB]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const decided = decide(sourcesA, sourcesB);
  known.set(key, decided);
  return decided;
}

function decide(sourcesA: readonly string[], sourcesB: readonly string[]): boolean {
  try {
    // With the u flag characters are code points, as in JSON Schema's lengths; both sides have to count alike.
    const hasFlag = [...sourcesA, ...sourcesB].every((source) => regularExpression(source)?.unicode);
    const flags = hasFlag ? "u" : "";
    const within = intersection(sourcesA.map((source) => automatonOf(source, flags)));
    return sourcesB.every((source) => isDisjointWith(within, outsideOf(source, flags)));
  } catch {
    return false;
  }
}

/**
 * A string of `a` in printable ASCII that does not match the pattern, which by default matches nothing; `undefined` if
 * automata find none.
 */
export function textBetween(a: StringLanguage, pattern = "[^\\s\\S]"): string | undefined {
  try {
    const sources = [...patternSources(a), ...lengthSources(a.length), "^[ -~]*$"];
    const within = intersection(sources.map((source) => automatonOf(source, "u")));
    const [words] = getIntersectionWordSets(within, outsideOf(anywhere(pattern), "u"), maxNodes);
    return words && Words.fromUnicodeToString(Words.pickMostReadableWord(words));
  } catch {
    return undefined;
  }
}

/** The automaton of the texts that do not match. */
function outsideOf(source: string, flags: string): DFA {
  const automaton = DFA.fromFA(automatonOf(source, flags), new DFA.LimitedNodeFactory(maxNodes));
  automaton.complement();
  return automaton;
}

function intersection(automata: readonly NFA[]): NFA {
  const [first, ...rest] = automata;
  if (!first) throw new Error("an intersection needs a language");
  return rest.reduce(
    (left, right) => NFA.fromIntersection(left, right, new NFA.LimitedNodeFactory(maxNodes)),
    first,
  );
}

function patternSources({ patterns }: StringLanguage): string[] {
  return patterns.filter((pattern) => !isUniversal(pattern)).map(anywhere);
}

/** The whole texts that match a pattern somewhere. */
function anywhere(pattern: string): string {
  return `^[\\s\\S]*(?:${pattern})[\\s\\S]*$`;
}

/** Converts the interval to expressions, as far as its bounds are short enough to count. */
function lengthSources([min, max]: readonly [number, number]): string[] {
  const least = min <= maxLength ? min : 0;
  const most = max <= maxLength ? String(max) : "";
  return least === 0 && most === "" ? [] : [`^[\\s\\S]{${least},${most}}$`];
}

/** The automaton of an expression, without what stands at its edges. */
function automatonOf(source: string, flags: string): NFA {
  const { expression, maxCharacter } = JS.Parser.fromLiteral(new RegExp(source, flags)).parse();
  let plain: NoParent<Expression> = expression;
  for (const each of assertionFree) plain = transform(each(), plain);
  return NFA.fromRegex(
    plain,
    { maxCharacter },
    { assertions: "throw" },
    new NFA.LimitedNodeFactory(maxNodes),
  );
}
