import type { Verdict } from "../src/compare/change.ts";
import { judge } from "../src/compare/judge.ts";
import { type ApiDocument, linkApiDocument } from "../src/document/api-document.ts";
import { SpecGateError } from "../src/spec-gate-error.ts";
import type { IdiomPair, IdiomVerdict } from "./load-idioms.ts";

/** What the gate says, held against the author's verdict. */
export interface IdiomOutcome {
  readonly pair: IdiomPair;
  readonly result: "right" | "missed" | "false alarm" | "wrong side" | "no verdict";
  /** Whose programs break according to the gate; `undefined` if it cannot say. */
  readonly breaks: IdiomVerdict["breaks"] | undefined;
  /** The rules that break, or the message of the error. */
  readonly rules: readonly string[];
}

/** Judges a pair in memory. */
export function judgeIdiom(pair: IdiomPair): IdiomOutcome {
  try {
    const { impact, changes } = judge(documentOf(pair.base), documentOf(pair.revision));
    const major = changes.filter((change) => change.impact === "major");
    const rules = [...new Set(major.map(({ rule }) => rule))];
    if (impact === "not-judged") return { pair, result: "no verdict", breaks: undefined, rules };
    const breaks = sideOf(major);
    return { pair, result: resultOf(pair.verdict.breaks, breaks), breaks, rules };
  } catch (error) {
    if (!(error instanceof SpecGateError)) throw error;
    return { pair, result: "no verdict", breaks: undefined, rules: [error.message] };
  }
}

function resultOf(expected: IdiomVerdict["breaks"], breaks: IdiomVerdict["breaks"]): IdiomOutcome["result"] {
  if (expected === breaks) return "right";
  if (expected === "none") return "false alarm";
  return breaks === "none" ? "missed" : "wrong side";
}

function sideOf(major: Verdict["changes"]): IdiomVerdict["breaks"] {
  const breaksFor = (side: string) => major.some(({ who }) => who === side || who === "both");
  if (breaksFor("callers")) return breaksFor("readers") ? "both" : "callers";
  return breaksFor("readers") ? "readers" : "none";
}

/** Links a description without a file. */
export function documentOf(value: unknown): ApiDocument {
  const file = "/api.yaml";
  const positionOf = () => ({ file, line: 1, column: 1 });
  return linkApiDocument({ file, value: structuredClone(value), positionOf });
}
