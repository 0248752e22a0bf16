import type { CorpusOutcome } from "./run-corpus.ts";

/** A tool's results on the pairs of one class. */
export interface Figures {
  readonly class: string;
  readonly breaking: number;
  readonly caught: number;
  readonly harmless: number;
  readonly alarms: number;
  readonly notJudged: number;
}

/** Counts the results by class and in total. A pair without a verdict is neither caught nor an alarm. */
export function figuresOf(outcomes: readonly Pick<CorpusOutcome, "pair" | "impact">[]): Figures[] {
  const classes = [...new Set(outcomes.map(({ pair }) => pair.class))];
  const rows = classes.map((name) => [name, outcomes.filter(({ pair }) => pair.class === name)] as const);
  return [...rows, ["all", outcomes] as const].map(([name, list]) => {
    const breaking = list.filter(({ pair }) => pair.verdict.impact === "major");
    const harmless = list.filter(({ pair }) => pair.verdict.impact !== "major");
    return {
      class: name,
      breaking: breaking.length,
      caught: breaking.filter(({ impact }) => impact === "major").length,
      harmless: harmless.length,
      alarms: harmless.filter(({ impact }) => impact === "major").length,
      notJudged: list.filter(({ impact }) => impact === "not-judged").length,
    };
  });
}
