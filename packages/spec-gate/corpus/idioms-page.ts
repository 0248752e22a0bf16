import { readFileSync } from "node:fs";
import { markdownTable } from "../src/markdown-table.ts";
import type { SpellingFigures } from "./nullable-spellings.ts";
import type { IdiomOutcome } from "./run-idioms.ts";

interface FirstRun {
  /** What was not right, by the name of the pair. */
  readonly pairs: Readonly<Record<string, IdiomOutcome["result"]>>;
  readonly spellings: readonly SpellingFigures[];
}

const results = ["right", "missed", "wrong side", "false alarm", "no verdict"] as const;

/** Formats the page of the corpus: how it came about, the figures of the first run and today's, and what is open. */
export function idiomsPage(outcomes: readonly IdiomOutcome[], spellings: readonly SpellingFigures[]): string {
  const first = readFirstRun();
  const frameworks = [...new Set(outcomes.map(({ pair }) => pair.framework))];
  const firstResult = ({ pair }: IdiomOutcome) => first.pairs[pair.name] ?? "right";
  const row = (name: string, list: readonly IdiomOutcome[]): string[] => [
    name,
    `${list.length}`,
    ...results.map((result) => `${list.filter((outcome) => firstResult(outcome) === result).length}`),
    ...results.map((result) => `${list.filter((outcome) => outcome.result === result).length}`),
  ];
  const rows = frameworks.map((name) =>
    row(
      name,
      outcomes.filter(({ pair }) => pair.framework === name),
    ),
  );
  const header = [
    "Framework",
    "Pairs",
    ...results.map((name) => `First: ${name}`),
    ...results.map(capitalised),
  ];
  return `# Idioms of frameworks

Most descriptions are written by frameworks, each in its own manner. The files beside this page hold fifteen kinds of
change as each of them writes it, and where it was seen; \`mixed\` has further generators, and several changes in one.
All descriptions are invented. The verdicts say whose programs break on the wire, an old client with the new service.
They were written before the gate had seen a pair, except for seven that a search for blind spots added later.
\`debatable\` marks those in which the letter of the standard, the wire and the [policies](../../docs/policies.md) pull in
different directions. Every change is judged in both directions.

\`test/full/idioms.test.ts\` writes this page; \`vitest --update\` accepts other results.

${markdownTable(header, [...rows, row("all", outcomes)])}

A pair is on the wrong side if it breaks callers and the gate says readers, or only one of two.

## Open

${list(outcomes.filter(({ result }) => result !== "right").map(openLine))}

## References that may be null

Generators write a reference that may be null in many ways. Each is judged on changes of what it refers to (which break
as much as behind a plain reference), on a plain reference that becomes one (which breaks readers, and its reverse
callers), and on being written in each of the other ways (which breaks nothing, also from 3.0 to 3.1).

${markdownTable(
  ["Written as", "Seen", "Changes", "First run", "Becomes one", "First run", "Rewritten", "First run"],
  spellings.map((spelling) => spellingRow(spelling, first.spellings)),
)}

## Not right in the first run

${list(Object.entries(first.pairs).map(([name, result]) => `${name}: ${result}`))}
`;
}

/** Formats the section of the proof page about the idioms: the figures of the first run and today's. */
export function idiomsSection(outcomes: readonly IdiomOutcome[]): string {
  const { pairs } = readFirstRun();
  const row = (name: string, resultOf: (outcome: IdiomOutcome) => string) => [
    name,
    `${outcomes.length}`,
    ...results.map((result) => `${outcomes.filter((each) => resultOf(each) === result).length}`),
  ];
  return `## Idioms of frameworks

The [idioms](../corpus/idioms/README.md) are changes as ${new Set(outcomes.map(({ pair }) => pair.framework)).size - 1} generators of descriptions write them, each judged in both
directions, with verdicts on whose programs break that were written before the first run.

${markdownTable(
  ["Run", "Pairs", ...results.map(capitalised)],
  [row("first", ({ pair }) => pairs[pair.name] ?? "right"), row("today", ({ result }) => result)],
)}
`;
}

function readFirstRun(): FirstRun {
  return JSON.parse(readFileSync(new URL("idioms/first-run.json", import.meta.url), "utf8")) as FirstRun;
}

function spellingRow(now: SpellingFigures, firstRun: readonly SpellingFigures[]): string[] {
  const { name, seen, changes, nullable, rewritten } = now;
  const first = firstRun.find((each) => each.name === name);
  const figures = [changes, first?.changes, nullable, first?.nullable, rewritten, first?.rewritten];
  return [name, seen, ...figures.map((figure) => figure ?? "")];
}

function openLine({ pair: { name, verdict }, result, breaks, rules }: IdiomOutcome): string {
  const gate = breaks ? `the gate says ${breaks}` : "the gate cannot say";
  const because = rules.length > 0 ? ` (${rules.join(", ")})` : "";
  const debatable = verdict.debatable ? ", debatable" : "";
  return `${name}: ${result}${debatable}; ${gate}${because}, the corpus ${verdict.breaks}. ${verdict.because}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function list(items: readonly string[]): string {
  return items.length > 0 ? items.map((item) => `- ${item}`).join("\n") : "- none";
}
