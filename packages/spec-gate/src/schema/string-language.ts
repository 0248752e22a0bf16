import { DFA, type Expression, isDisjointWith, JS, NFA, type NoParent, Transformers, transform } from "refa";

/** The strings that match every pattern and have a length in the interval. */
export interface StringLanguage {
  readonly patterns: readonly string[];
  readonly length: readonly [number, number];
}

const maxNodes = 3_000;
// A counted length costs one state each; longer ones are compared as plain numbers only.
const maxLength = 600;
const universal = new Set(["", ".*", "^.*$", "^.*", ".*$", "^", "$", "^[\\s\\S]*$"]);
// Anchors in the middle rule out what cannot stand beside them; those at the edges then say nothing.
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

/** Whether each string of `a` is one of `b`, decided by automata. Where they cannot tell, the answer is no. */
export function isLanguageWithin(a: StringLanguage, b: StringLanguage): boolean {
  const sourcesA = sourcesOf(a);
  const sourcesB = sourcesOf(b);
  if (sourcesB.length === 0) return true;
  if (sourcesA.length === 0) return false;
  const key = JSON.stringify([sourcesA, sourcesB]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = decide(sourcesA, sourcesB);
  known.set(key, answer);
  return answer;
}

function decide(sourcesA: readonly string[], sourcesB: readonly string[]): boolean {
  try {
    const within = intersection(sourcesA.map(automatonOf));
    return sourcesB.every((source) => {
      const outside = DFA.fromFA(automatonOf(source), new DFA.LimitedNodeFactory(maxNodes));
      outside.complement();
      return isDisjointWith(within, outside);
    });
  } catch {
    return false;
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

function sourcesOf({ patterns, length: [min, max] }: StringLanguage): string[] {
  const sources = patterns
    .filter((pattern) => !isUniversal(pattern))
    .map((pattern) => `^[\\s\\S]*(?:${pattern})[\\s\\S]*$`);
  const isCounted = min > 0 || Number.isFinite(max);
  const isSmall = min <= maxLength && (max <= maxLength || !Number.isFinite(max));
  if (isCounted && isSmall) sources.push(`^[\\s\\S]{${min},${Number.isFinite(max) ? max : ""}}$`);
  return sources;
}

function automatonOf(source: string): NFA {
  // The u flag counts code points, as JSON Schema's lengths do.
  const { expression, maxCharacter } = JS.Parser.fromLiteral(new RegExp(source, "u")).parse();
  let plain: NoParent<Expression> = expression;
  for (const each of assertionFree) plain = transform(each(), plain);
  return NFA.fromRegex(
    plain,
    { maxCharacter },
    { assertions: "throw" },
    new NFA.LimitedNodeFactory(maxNodes),
  );
}
