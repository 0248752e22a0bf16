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
const known = new Map<string, Containment>();

/** Whether one language is in another: it is, it is not, or why automata cannot decide. */
export type Containment = "within" | "outside" | { readonly undecided: string };

/** A pattern that a text has to match somewhere, or must not match. */
interface Condition {
  readonly source: string;
  readonly isNegated: boolean;
}

/** Whether every string matches the pattern. */
export function isUniversal(pattern: string): boolean {
  return universal.has(pattern);
}

/** Whether it is proven that every string matches the pattern. */
export function isMatchedByAll(pattern: string): boolean {
  const all = { patterns: ["(?:)"], length: [0, Number.POSITIVE_INFINITY] } as const;
  return isLanguageWithin(all, { patterns: [pattern], length: all.length });
}

/** Whether it is proven that every string of `a` is in `b`. */
export function isLanguageWithin(a: StringLanguage, b: StringLanguage): boolean {
  return containment(a, b) === "within";
}

/** Whether every string of `a` is in `b`. */
export function containment(a: StringLanguage, b: StringLanguage): Containment {
  const wanted = wantedOf(a, b);
  if (wanted === undefined) return { undecided: "lengths as large as these" };
  if (wanted.length === 0) return "within";
  const patterns = patternConditions(a);
  const all = [...patterns, ...lengthConditions(a.length)];
  if (all.length === 0) return "outside";
  // A length multiplies the states of a pattern, and often the patterns decide by themselves.
  if (patterns.length > 0 && decided(patterns, wanted) === "within") return "within";
  const answer = decided(all, wanted);
  return typeof answer === "string" ? answer : { undecided: obstacleIn([...a.patterns, ...b.patterns]) };
}

/** The constraints of `b` that do not follow from `a`; `undefined` if a length is too long to count. */
function wantedOf(a: StringLanguage, b: StringLanguage): Condition[] | undefined {
  const [minA, maxA] = a.length;
  const [minB, maxB] = b.length;
  const length = [minA < minB ? minB : 0, maxA > maxB ? maxB : Number.POSITIVE_INFINITY] as const;
  const isCountable = length[0] <= maxLength && (length[1] <= maxLength || !Number.isFinite(length[1]));
  return isCountable ? [...patternConditions(b), ...lengthConditions(length)] : undefined;
}

function decided(a: readonly Condition[], b: readonly Condition[]): Containment {
  const key = JSON.stringify([a, b]);
  const answer = known.get(key) ?? decide(a, b);
  known.set(key, answer);
  return answer;
}

function decide(a: readonly Condition[], b: readonly Condition[]): Containment {
  try {
    // With the u flag characters are code points, as in JSON Schema's lengths; both sides have to count alike.
    const hasFlag = [...a, ...b].every(({ source }) => regularExpression(source)?.unicode);
    const flags = hasFlag ? "u" : "";
    const within = intersection(a.map((each) => automatonOf(each, flags)));
    const isMet = ({ source, isNegated }: Condition) =>
      isDisjointWith(within, automatonOf({ source, isNegated: !isNegated }, flags));
    return b.every(isMet) ? "within" : "outside";
  } catch {
    return { undecided: "these patterns" };
  }
}

const obstacles: readonly [sign: RegExp, name: string][] = [
  [/\(\?<[=!]/, "a lookbehind"],
  [/\(\?[=!]/, "a lookahead"],
  [/\\[1-9]|\\k</, "a back-reference"],
];
const foreignSyntax: readonly [sign: RegExp, name: string][] = [
  [/\(\?[a-z]+\)/i, "an inline flag"],
  [/[+*?}]\+/, "a possessive quantifier"],
  [/\(\?>/, "an atomic group"],
];

/** What in the patterns automata cannot express. */
function obstacleIn(patterns: readonly string[]): string {
  const invalid = patterns.find((pattern) => !regularExpression(pattern));
  const [, foreign = "a syntax"] = foreignSyntax.find(([sign]) => invalid && sign.test(invalid)) ?? [];
  if (invalid !== undefined) return `${foreign} that ECMA-262 does not have`;
  const found = obstacles.find(([sign]) => patterns.some((pattern) => sign.test(pattern)));
  return found?.[1] ?? "patterns as large as these";
}

/**
 * A string of `a` in printable ASCII that does not match the pattern, which by default matches nothing; `undefined` if
 * automata find none.
 */
export function textBetween(a: StringLanguage, pattern = "[^\\s\\S]"): string | undefined {
  try {
    const printable = { source: "^[ -~]*$", isNegated: false };
    const conditions = [...patternConditions(a), ...lengthConditions(a.length), printable];
    const within = intersection(conditions.map((each) => automatonOf(each, "u")));
    const outside = automatonOf({ source: anywhere(pattern), isNegated: true }, "u");
    const [words] = getIntersectionWordSets(within, outside, maxNodes);
    return words && Words.fromUnicodeToString(Words.pickMostReadableWord(words));
  } catch {
    return undefined;
  }
}

function intersection(automata: readonly NFA[]): NFA {
  const [first, ...rest] = automata;
  if (!first) throw new Error("an intersection needs a language");
  return rest.reduce(
    (left, right) => NFA.fromIntersection(left, right, new NFA.LimitedNodeFactory(maxNodes)),
    first,
  );
}

function patternConditions({ patterns }: StringLanguage): Condition[] {
  return patterns.filter((pattern) => !isUniversal(pattern)).flatMap(conditionsOf);
}

/** What a pattern demands: each lookahead right after its `^` is a condition of its own. */
function conditionsOf(pattern: string): Condition[] {
  const found: Condition[] = [];
  let rest = pattern;
  for (let end = closeOf(rest); end > 0; end = closeOf(rest)) {
    found.push({ source: anywhere(`^(?:${rest.slice(4, end)})`), isNegated: rest[3] === "!" });
    rest = `^${rest.slice(end + 1)}`;
  }
  const isWhole = found.length === 0 || hasAlternatives(rest);
  return isWhole
    ? [{ source: anywhere(pattern), isNegated: false }]
    : [...found, { source: anywhere(rest), isNegated: false }];
}

/** The index of the parenthesis that closes the lookahead after `^`; -1 if there is none. */
function closeOf(pattern: string): number {
  if (!/^\^\(\?[=!]/.test(pattern)) return -1;
  const close = tokensOf(pattern).find(({ text, depth }) => text === ")" && depth === 0);
  return close?.index ?? -1;
}

/** Whether a `|` stands outside all groups: a lookahead before it concerns the first alternative only. */
function hasAlternatives(pattern: string): boolean {
  return tokensOf(pattern).some(({ text, depth }) => text === "|" && depth === 0);
}

/** The characters, escapes and classes of a pattern, with the number of groups around each. */
function tokensOf(pattern: string) {
  let depth = 0;
  return [...pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gs)].map(({ 0: text, index }) => {
    if (text === ")") depth--;
    const token = { text, index, depth };
    if (text === "(") depth++;
    return token;
  });
}

/** The whole texts that match a pattern somewhere. */
function anywhere(pattern: string): string {
  return `^[\\s\\S]*(?:${pattern})[\\s\\S]*$`;
}

/** Converts the interval to an expression, as far as its bounds are short enough to count. */
function lengthConditions([min, max]: readonly [number, number]): Condition[] {
  const least = min <= maxLength ? min : 0;
  const most = max <= maxLength ? String(max) : "";
  if (least === 0 && most === "") return [];
  return [{ source: `^[\\s\\S]{${least},${most}}$`, isNegated: false }];
}

/** The automaton of the texts that meet a condition, without what stands at the edges of its expression. */
function automatonOf({ source, isNegated }: Condition, flags: string): NFA {
  const { expression, maxCharacter } = JS.Parser.fromLiteral(new RegExp(source, flags)).parse();
  let plain: NoParent<Expression> = expression;
  for (const each of assertionFree) plain = transform(each(), plain);
  const limit = new NFA.LimitedNodeFactory(maxNodes);
  const matching = NFA.fromRegex(plain, { maxCharacter }, { assertions: "throw" }, limit);
  if (!isNegated) return matching;
  const others = DFA.fromFA(matching, new DFA.LimitedNodeFactory(maxNodes));
  others.complement();
  return NFA.fromFA(others, new NFA.LimitedNodeFactory(maxNodes));
}
