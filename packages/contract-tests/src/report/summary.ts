import { styleText } from "node:util";
import type { CaseOutcome, Failure, RunResult } from "../run/outcome.ts";

type Format = Parameters<typeof styleText>[0];
type Paint = (format: Format, text: string) => string;

/** Adds colours for a terminal that supports them, and returns plain text for others. */
export function painterFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}

/**
 * Formats failures with everything needed to fix them. Shows failures with the same message once, with the titles
 * of the others.
 */
export function formatFailures(failures: readonly CaseOutcome[], paint: Paint): string[] {
  const messageOf = ({ failure }: CaseOutcome) => failure?.violations[0]?.message ?? "";
  const groups = [...Map.groupBy(failures, messageOf).values()];
  return groups.map(([first, ...others], index) => {
    if (!first) return "";
    const also = others.map(({ contractCase }) => indented(paint("red", contractCase.title)));
    const text = formatFailure(first, index + 1, paint);
    return also.length === 0
      ? text
      : [text.trimEnd(), indented("For the same reason:"), ...also, ""].join("\n");
  });
}

/** Formats a failure with everything needed to fix it. */
export function formatFailure({ contractCase, failure }: CaseOutcome, number: number, paint: Paint): string {
  if (!failure) return "";
  return [
    paint(["bold", "red"], `${number}) ${contractCase.title}`),
    ...failure.violations.map(({ check, message }) => indented(`${message}  ${paint("dim", `[${check}]`)}`)),
    ...formatDetail(failure, paint),
    "",
  ].join("\n");
}

function formatDetail(failure: Failure, paint: Paint): string[] {
  const { sentence, diff, smallestBody, exchanges } = failure;
  return [
    ...(sentence
      ? [
          indented(`The description says: "${sentence.text}"`),
          indented(paint("dim", `at ${sentence.pointer}`)),
        ]
      : []),
    ...(smallestBody === undefined ? [] : [indented(`Smallest body that fails: ${smallestBody}`)]),
    ...(diff === undefined
      ? []
      : [indented("Difference (- expected, + came):"), indented(indented(coloured(diff, paint)))]),
    indented(exchanges.length > 1 ? "The last requests:" : "The request:"),
    ...exchanges.flatMap(({ curl, status, body }) => [
      indented(indented(paint("cyan", curl))),
      indented(indented(`${status} ${body.slice(0, 300)}`.trimEnd())),
    ]),
  ];
}

/** Formats the result of a run: a table by operation and status, left-out cases with reasons, and totals. */
export function formatSummary(result: RunResult, paint: Paint): string {
  return [
    ...formatTable(result),
    "",
    ...formatLeftOut(result.outcomes, paint),
    formatTotals(result, paint),
  ].join("\n");
}

function formatTable({ responses, outcomes, api }: RunResult): string[] {
  const statuses = [...new Set(Object.values(responses).flatMap((counts) => Object.keys(counts)))].toSorted();
  const heading = ["Responses", ...statuses, "cases", "failed"];
  const rows = api.operations.map(({ operationId }) => {
    const own = outcomes.filter(({ contractCase }) => contractCase.operationId === operationId);
    const ran = own.filter(({ outcome }) => outcome !== "left out");
    const failed = own.filter(({ outcome }) => outcome === "failed");
    const counts = statuses.map((status) => String(responses[operationId]?.[status] ?? ""));
    return [operationId, ...counts, String(ran.length), String(failed.length || "")];
  });
  const table = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
}

/** Formats the reasons why cases were left out, each with the number and titles of its cases. */
export function formatLeftOut(outcomes: readonly CaseOutcome[], paint: Paint): string[] {
  const leftOut = outcomes.filter(({ outcome }) => outcome === "left out");
  const byReason = Map.groupBy(leftOut, ({ reason = "" }) => reason);
  if (leftOut.length === 0) return [];
  return [
    `Left out: ${leftOut.length} cases, which says nothing about the service`,
    ...[...byReason].flatMap(([reason, all]) => [
      `  ${reason}: ${all.length}`,
      ...all.slice(0, 3).map(({ contractCase }) => paint("dim", `    ${contractCase.title}`)),
      ...(all.length > 3
        ? [paint("dim", `    ... ${all.length - 3} more; --report json lists all of them`)]
        : []),
    ]),
    "",
  ];
}

function formatTotals({ outcomes, durationMs, seed }: RunResult, paint: Paint): string {
  const count = (wanted: CaseOutcome["outcome"]) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length;
  const requests = outcomes.reduce((sum, outcome) => sum + outcome.requests, 0);
  const failed = count("failed");
  const parts = [
    paint("green", `${count("passed")} passed`),
    failed > 0 ? paint(["bold", "red"], `${failed} failed`) : "0 failed",
    `${count("left out")} left out`,
  ];
  return `${parts.join(", ")} (${requests} requests, ${(durationMs / 1000).toFixed(1)} s, --seed ${seed})`;
}

function coloured(diff: string, paint: Paint): string {
  return diff
    .split("\n")
    .map((line) => (line.startsWith("-") ? paint("green", line) : paint("red", line)))
    .join("\n");
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "   ");
}
