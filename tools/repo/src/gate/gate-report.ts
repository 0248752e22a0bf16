import type { ProgramResult } from "../run-gate.ts";
import type { Format } from "./gate-options.ts";

/** What became of one part of the gate. */
export interface StepOutcome {
  readonly name: string;
  readonly seconds: number;
  readonly result: ProgramResult;
}

/** The exit code of the whole: 0 when all are content, 2 when one could not judge, otherwise 1. */
export function exitCodeOf(outcomes: readonly StepOutcome[]): 0 | 1 | 2 {
  const codes = outcomes.map(({ result }) => result.exitCode);
  if (codes.every((code) => code === 0)) return 0;
  return codes.some((code) => code > 1) ? 2 : 1;
}

/** The report for a pull request: a table of the parts, then what each said. */
export function markdownReport(outcomes: readonly StepOutcome[]): string {
  const title = exitCodeOf(outcomes) === 0 ? "The spec gate is open" : "The spec gate is closed";
  const rows = outcomes.map(
    ({ name, seconds, result }) => `| ${name} | ${verdict(result)} | ${seconds.toFixed(1)} s |`,
  );
  const details = outcomes.map(({ name, result }) => section(name, result));
  return [`## ${title}`, "", "| Part | Result | Time |", "| --- | --- | --- |", ...rows, "", ...details].join(
    "\n",
  );
}

/** What is printed of one part: everything for annotations, and otherwise what it said. */
export function partReport({ name, seconds, result }: StepOutcome, format: Format): string {
  const said = [result.stdout.trim(), format === "github-actions" ? "" : result.stderr.trim()].filter(
    Boolean,
  );
  if (format === "github-actions") {
    const failure =
      result.exitCode === 0 ? [] : [`::error title=Spec gate::${name} failed: ${firstLine(result)}`];
    return [...said, ...failure, ""].join("\n");
  }
  return [`${verdict(result)}  ${name} (${seconds.toFixed(1)} s)`, ...said.map(indented), ""].join("\n");
}

function section(name: string, { exitCode, stdout, stderr }: ProgramResult): string {
  const said = [stdout.trim(), exitCode === 0 ? "" : fenced(stderr)].filter(Boolean).join("\n\n");
  if (said === "") return "";
  return [
    `<details${exitCode === 0 ? "" : " open"}><summary>${name}</summary>`,
    "",
    said,
    "",
    "</details>",
    "",
  ].join("\n");
}

function fenced(text: string): string {
  return text.trim() === "" ? "" : `\`\`\`\`text\n${text.trim()}\n\`\`\`\``;
}

function verdict({ exitCode }: ProgramResult): string {
  return exitCode === 0 ? "passed" : exitCode === 1 ? "FAILED" : "COULD NOT JUDGE";
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

function firstLine({ stderr, stdout }: ProgramResult): string {
  return (stderr.trim() || stdout.trim()).split("\n")[0] ?? "";
}
