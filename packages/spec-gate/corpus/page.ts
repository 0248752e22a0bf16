import { readFileSync } from "node:fs";
import { markdownTable } from "../src/markdown-table.ts";
import { type Figures, figuresOf } from "./figures.ts";
import type { CorpusOutcome } from "./run-corpus.ts";

/** The gate's results before it had seen any pair, and the results of `redocly diff` on the same pairs. */
interface FirstRun {
  readonly gate: readonly Figures[];
  readonly wrong: readonly string[];
  readonly redocly: readonly Figures[];
}

/** Formats the section of the proof page about the corpus. */
export function corpusSection(outcomes: readonly CorpusOutcome[]): string {
  const first = JSON.parse(readFileSync(new URL("first-run.json", import.meta.url), "utf8")) as FirstRun;
  const today = figuresOf(outcomes);
  const header = ["Class", "Breaking", "Caught", "First run", "redocly", "Harmless"];
  const rows = today.map((now) => row(now, named(first.gate, now.class), named(first.redocly, now.class)));
  const firstAll = named(first.gate, "all");
  const corrected = outcomes.filter(({ pair }) => pair.verdict.corrected);
  const wrong = outcomes.filter(
    ({ pair, impact }) => (pair.verdict.impact === "major") !== (impact === "major"),
  );
  return `## A corpus of other descriptions

The [corpus](../corpus/README.md) has ${outcomes.length} pairs with verdicts that were written from the specifications
and the policies alone, and frozen before the gate had seen one. The first run's figures stay, misses and all: it had
${firstAll?.breaking} breaking pairs and ${firstAll?.harmless} harmless ones. The test that judges the pairs computes today's figures.
\`redocly diff\` ran with its recommended rules on the pairs of the first run.

${markdownTable([...header, "Alarms", "First run", "redocly", "Not judged"], rows)}

${list(
  "Wrong today",
  wrong.map(
    ({ pair, impact }) => `${pair.class}/${pair.id}: ${impact}, the corpus says ${pair.verdict.impact}`,
  ),
)}

${list("Wrong in the first run", first.wrong)}

${list(
  "Verdicts of the corpus that were corrected",
  corrected.map(({ pair: { class: name, id, verdict } }) => {
    const { from, because } = verdict.corrected ?? { from: "", because: "" };
    return `${name}/${id}: ${verdict.impact}, was ${from}. ${because}`;
  }),
)}
`;
}

function named(figures: readonly Figures[], name: string): Figures | undefined {
  return figures.find((each) => each.class === name);
}

function row(now: Figures, first: Figures | undefined, redocly: Figures | undefined): string[] {
  const cells = [
    ...[now.class, now.breaking, now.caught, first?.caught, redocly?.caught],
    ...[now.harmless, now.alarms, first?.alarms, redocly?.alarms, now.notJudged],
  ];
  return cells.map((cell) => String(cell ?? ""));
}

function list(title: string, items: readonly string[]): string {
  const lines = items.length > 0 ? items.map((item) => `- ${item}`) : ["- none"];
  return `### ${title}\n\n${lines.join("\n")}`;
}
