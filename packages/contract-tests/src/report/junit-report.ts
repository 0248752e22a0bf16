import type { CaseOutcome, RunResult } from "../run/outcome.ts";
import { formatFailure } from "./summary.ts";
import { everyOperation, totalsOf } from "./totals.ts";

/** Formats a run as JUnit XML for CI systems; left-out cases are `skipped`, with the reason. */
export function junitReport({ target, outcomes, durationMs }: RunResult): string {
  const { failed, "left out": skipped } = totalsOf(outcomes);
  const totals = `tests="${outcomes.length}" failures="${failed}" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract-tests" ${totals} time="${seconds(durationMs)}">`,
    `  <testsuite name="${escaped(`contract of ${target.name}`)}" ${totals} time="${seconds(durationMs)}">`,
    ...outcomes.map(testcase),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testcase(outcome: CaseOutcome, index: number): string {
  const { contractCase, durationMs, reason, failure } = outcome;
  const { operationId = everyOperation, title } = contractCase;
  const names = `classname="${escaped(operationId)}" name="${escaped(title)}"`;
  const open = `    <testcase ${names} time="${seconds(durationMs)}"`;
  if (outcome.outcome === "left out")
    return `${open}><skipped message="${escaped(reason ?? "")}"/></testcase>`;
  if (!failure) return `${open}/>`;
  const message = failure.violations.map((violation) => violation.message).join("; ");
  const text = formatFailure(outcome, index + 1, (_format, plain) => plain);
  return `${open}><failure message="${escaped(message)}">${escaped(text)}</failure></testcase>`;
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}

/** Escapes a text for XML, in which some characters cannot be written at all. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
