import type { Model } from "./model.ts";

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
export function junitReport(models: readonly Model[]): string {
  const suites = models.map((model) => ({
    name: `${model.report.base} → ${model.report.revision}`,
    cases: [verdictCase(model), ...changeCases(model), ...versionCases(model), ...acceptanceCases(model)],
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
function verdictCase({ report: { error, base, revision } }: Model): TestCase {
  const own = { name: `${revision} was compared with ${base}`, classname: "verdict" };
  return error === undefined ? own : { ...own, outcome: { element: "error", message: error } };
}

function changeCases({ entries }: Model): TestCase[] {
  return entries.map(({ change, where, what, advice, isBlocking }) => {
    const own = { name: `${change.rule}: ${where}`, classname: "changes" };
    const text = [what, advice].filter(Boolean).join("\n");
    if (isBlocking) return { ...own, outcome: { element: "failure", message: what, text } };
    if (change.accepted) return { ...own, outcome: { element: "skipped", message: String(advice) } };
    return own;
  });
}

function versionCases({ version, report }: Model): TestCase[] {
  if (version === undefined) return [];
  const own = { name: "info.version", classname: "changes" };
  const isWrong = report.version?.isEnough === false;
  return [isWrong ? { ...own, outcome: { element: "failure", message: version } } : own];
}

function acceptanceCases({ remarks }: Model): TestCase[] {
  return remarks
    .filter(({ id }) => id === "acceptance")
    .map(({ text: message, isFailing }) => {
      const element = isFailing ? "failure" : "skipped";
      return { name: message, classname: "acceptances", outcome: { element, message } };
    });
}

function caseXml({ name, classname, outcome }: TestCase): string {
  const start = `    <testcase name="${escaped(name)}" classname="${classname}"`;
  if (!outcome) return `${start}/>`;
  const { element, message, text = "" } = outcome;
  return `${start}><${element} message="${escaped(message)}">${escaped(text)}</${element}></testcase>`;
}

/**
 * XML 1.0 does not allow most control characters, not even escaped, and reads a line break in an attribute as a
 * space.
 */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
