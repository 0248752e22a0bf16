import { styleText } from "node:util";
import type { Basis } from "../openapi/rules.ts";
import type { CaseOutcome, Failure, RunResult } from "../run/outcome.ts";
import { everyOperation, percent, totalsByBasis, totalsOf } from "./totals.ts";

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
export function formatFailure(outcome: CaseOutcome, number: number, paint: Paint): string {
  const { contractCase, basis, failure } = outcome;
  if (!failure) return "";
  return [
    paint(["bold", "red"], `${number}) ${basis}: ${contractCase.title}`),
    ...failure.violations.map(({ check, message }) => indented(`${message}  ${paint("dim", `[${check}]`)}`)),
    ...formatDetail(failure, paint),
    "",
  ].join("\n");
}

function formatDetail(failure: Failure, paint: Paint): string[] {
  const { rule, smallestBody, exchanges } = failure;
  return [
    ...(rule
      ? [indented(`The description says: "${rule.text}"`), indented(paint("dim", `at ${rule.pointer}`))]
      : []),
    ...(smallestBody === undefined ? [] : [indented(`Smallest body that fails: ${smallestBody}`)]),
    indented(exchanges.length > 1 ? "The last requests:" : "The request:"),
    ...exchanges.flatMap(({ curl, status, body }) => [
      indented(indented(paint("cyan", curl))),
      indented(indented(`${status} ${body}`.trimEnd())),
    ]),
  ];
}

/** Formats the result of a run: a table by operation and status, what it did not prove, and totals. */
export function formatSummary(result: RunResult, paint: Paint): string {
  return [
    ...formatTable(result),
    "",
    ...formatLeftOut(result.outcomes),
    ...formatBases(result.outcomes),
    formatTotals(result, paint),
  ].join("\n");
}

const bases: Readonly<Record<Basis, string>> = {
  interface: "What the interface states:",
  decision: "What this project decided:",
};

/** Formats three totals: the interface, the decisions, and what was not shown. */
function formatBases(outcomes: readonly CaseOutcome[]): string[] {
  const lines = Object.entries(totalsByBasis(outcomes)).map(([basis, totals]) => {
    const all = totals.passed + totals.failed + totals["left out"];
    const share = all === 0 ? "" : ` (${percent(totals.passed / all)})`;
    return `${bases[basis as Basis]} ${totals.passed} of ${all} proved${share}, ${totals.failed} failed`;
  });
  const leftOut = totalsOf(outcomes)["left out"];
  const share = outcomes.length === 0 ? "" : ` (${percent(leftOut / outcomes.length)})`;
  return [...lines, `Not shown by these options and records: ${leftOut} of ${outcomes.length}${share}`];
}

function formatTable({ responses, outcomes, api }: RunResult): string[] {
  const statuses = [...new Set(Object.values(responses).flatMap((counts) => Object.keys(counts)))].toSorted();
  const heading = ["Responses", ...statuses, "cases", "failed"];
  const rows = [...api.operations.map(({ operationId }) => operationId), undefined].map((operationId) => {
    const own = outcomes.filter(({ contractCase }) => contractCase.operationId === operationId);
    const ran = own.filter(({ outcome }) => outcome !== "left out");
    const failed = own.filter(({ outcome }) => outcome === "failed");
    const counts = statuses.map((status) => String(responses[operationId ?? ""]?.[status] ?? ""));
    return [operationId ?? everyOperation, ...counts, String(ran.length), String(failed.length || "")];
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

/** Formats why cases were left out, and what would let them run; what stops the most cases comes first. */
function formatLeftOut(outcomes: readonly CaseOutcome[]): string[] {
  const leftOut = outcomes.filter(({ outcome }) => outcome === "left out");
  if (leftOut.length === 0) return [];
  const reasons = [...Map.groupBy(leftOut, ({ reason = "" }) => reason)]
    .map(([reason, { length }]) => ({
      length,
      line: `  ${reason}: ${length} case${length === 1 ? "" : "s"}`,
    }))
    .toSorted((one, other) => other.length - one.length);
  return [`Not proved: ${leftOut.length} cases were left out`, ...reasons.map(({ line }) => line), ""];
}

function formatTotals({ outcomes, durationMs, seed }: RunResult, paint: Paint): string {
  const { passed, failed, "left out": leftOut } = totalsOf(outcomes);
  const requests = outcomes.reduce((sum, outcome) => sum + outcome.requests, 0);
  const parts = [
    paint("green", `${passed} passed`),
    failed > 0 ? paint(["bold", "red"], `${failed} failed`) : "0 failed",
    `${leftOut} left out`,
  ];
  return `${parts.join(", ")} (${requests} requests, ${(durationMs / 1000).toFixed(1)} s, --seed ${seed})`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "   ");
}
