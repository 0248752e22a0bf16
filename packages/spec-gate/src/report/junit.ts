import { isBlocking } from "../decide/settle.ts";
import { acceptanceProblems, adviceText, headline, versionLine, whatText, whereText } from "./headline.ts";
import type { Report } from "./report-data.ts";

interface TestCase {
  readonly name: string;
  readonly classname: string;
  readonly outcome?: {
    readonly element: "failure" | "error" | "skipped";
    readonly message: string;
    readonly text?: string;
  };
}

/** Formats the reports as JUnit XML: the verdict and each change are test cases. */
export function junitReport(reports: readonly Report[]): string {
  const suites = reports.map((report) => ({
    name: `${report.base} → ${report.revision}`,
    cases: [
      verdictCase(report),
      ...changeCases(report),
      ...versionCases(report),
      ...acceptanceProblems(report).map(({ text: message, isFailing }) => ({
        name: message,
        classname: "acceptances",
        outcome: { element: isFailing ? ("failure" as const) : ("skipped" as const), message },
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

/** The whole comparison, so that a run without changes is not an empty one. */
function verdictCase(report: Report): TestCase {
  const base = { name: headline(report), classname: "verdict" };
  const { error } = report;
  return error === undefined ? base : { ...base, outcome: { element: "error", message: error } };
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
  const isWrong = report.version?.isEnough === false;
  return [
    {
      name: "info.version",
      classname: "changes",
      ...(isWrong ? { outcome: { element: "failure", message } } : {}),
    },
  ];
}

function caseXml({ name, classname, outcome }: TestCase): string {
  const start = `    <testcase name="${escaped(name)}" classname="${classname}"`;
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
