import { isBlocking } from "../policy/settle.ts";
import { acceptanceProblems, adviceText, versionLine, whatText, whereText } from "./headline.ts";
import type { Report, StepOutcome } from "./report-data.ts";

interface TestCase {
  readonly name: string;
  readonly classname: string;
  readonly seconds?: number;
  readonly outcome?: {
    readonly element: "failure" | "error" | "skipped";
    readonly message: string;
    readonly text?: string;
  };
}

/** Formats the reports as JUnit XML: each step, change and new linter problem is a test case. */
export function junitReport(reports: readonly Report[]): string {
  const suites = reports.map((report) => ({
    name: `${report.base} → ${report.revision}`,
    cases: [
      ...(report.steps ?? []).map(stepCase),
      ...changeCases(report),
      ...versionCases(report),
      ...acceptanceProblems(report).map(({ text: message, isFailing }) => ({
        name: message,
        classname: "acceptances",
        outcome: { element: isFailing ? ("failure" as const) : ("skipped" as const), message },
      })),
      ...(report.lint ?? []).map(({ rule, file, line, message, severity }) => ({
        name: `${rule} at ${file}:${line}`,
        classname: "lint",
        ...(severity === "error" ? { outcome: { element: "failure" as const, message } } : {}),
      })),
    ],
  }));
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="spec-gate" ${countsOf(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite name="${escaped(name)}" ${countsOf(cases)} skipped="${count(cases, "skipped")}">`,
      ...cases.map(caseXml),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

function countsOf(cases: readonly TestCase[]): string {
  return `tests="${cases.length}" failures="${count(cases, "failure")}" errors="${count(cases, "error")}"`;
}

function count(cases: readonly TestCase[], element: string): number {
  return cases.filter(({ outcome }) => outcome?.element === element).length;
}

function stepCase({ name, result, seconds, output }: StepOutcome): TestCase {
  const base = { name, classname: "steps", seconds };
  if (result === "passed") return base;
  const element = result === "failed" ? "failure" : "error";
  return {
    ...base,
    outcome: { element, message: result === "failed" ? "failed" : "has no verdict", text: output },
  };
}

function changeCases({ changes }: Report): TestCase[] {
  return changes.map((change) => {
    const base = { name: `${change.rule}: ${whereText(change)}`, classname: "changes" };
    const text = [whatText(change), adviceText(change)].filter(Boolean).join("\n");
    if (isBlocking(change))
      return { ...base, outcome: { element: "failure", message: whatText(change), text } };
    if (change.accepted)
      return { ...base, outcome: { element: "skipped", message: String(adviceText(change)) } };
    return base;
  });
}

function versionCases(report: Report): TestCase[] {
  const message = versionLine(report);
  if (message === undefined) return [];
  const isWrong = report.version?.isEnough === false && !(report.steps && report.impact === "patch");
  return [
    {
      name: "info.version",
      classname: "changes",
      ...(isWrong ? { outcome: { element: "failure", message } } : {}),
    },
  ];
}

function caseXml({ name, classname, seconds, outcome }: TestCase): string {
  const time = seconds === undefined ? "" : ` time="${seconds.toFixed(1)}"`;
  const start = `    <testcase name="${escaped(name)}" classname="${classname}"${time}`;
  if (!outcome) return `${start}/>`;
  const { element, message, text = "" } = outcome;
  return `${start}><${element} message="${escaped(message)}">${escaped(text)}</${element}></testcase>`;
}

/** XML 1.0 does not allow most control characters, not even escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
