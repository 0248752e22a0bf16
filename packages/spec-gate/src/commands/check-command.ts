import type { DiffReport } from "../diff.ts";
import { type LintProblem, lint, type Score, score } from "../redocly/lint-and-score.ts";
import { formatReport } from "../report/report.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { type CommandResult, type DiffArguments, defaultRevision, withReport } from "./diff-command.ts";

/** What the command line said. */
export interface CheckArguments extends Omit<DiffArguments, "isVersionChecked"> {
  readonly config?: string | undefined;
}

interface CheckReport {
  readonly diff: DiffReport;
  readonly lint: readonly LintProblem[];
  readonly score: Score;
  readonly baseScore: Score;
}

const formatters: Readonly<Record<string, (report: CheckReport) => string>> = {
  text: (report) => `${formatReport(report.diff, "text")}\n${lintText(report.lint)}\n${scoreText(report)}\n`,
  json: ({ diff, ...rest }) => `${JSON.stringify({ ...diff, ...rest }, null, 2)}\n`,
  markdown: (report) =>
    `${formatReport(report.diff, "markdown")}\n## Lint\n\n${lintText(report.lint, "- ")}\n\n## Score\n\n${scoreText(report)}\n`,
  "github-actions": (report) =>
    `${formatReport(report.diff, "github-actions")}${report.lint.map(annotation).join("")}${scoreText(report)}\n`,
};

/** Everything that a change has to pass: 1 when it breaks, its version lags or the linter sees an error, otherwise 0. */
export async function checkCommand(args: CheckArguments): Promise<CommandResult> {
  const format = args.format ?? "text";
  const formatter = formatters[format];
  if (!formatter) {
    throw new SpecGateError(
      `check has no format ${format}; choose one of ${Object.keys(formatters).join(", ")}`,
    );
  }
  const revision = args.revision ?? defaultRevision;
  return withReport({ ...args, isVersionChecked: true }, async (diff, base) => {
    const [problems, revisionScore, baseScore] = await Promise.all([
      lint(revision, args.config),
      score(revision),
      score(base),
    ]);
    const output = formatter({ diff, lint: problems, score: revisionScore, baseScore });
    return { exitCode: isPassed(diff, problems) ? 0 : 1, output };
  });
}

/** Changes of words alone do not ask for a version of their own: they wait for the next one. */
function isPassed({ impact, version }: DiffReport, problems: readonly LintProblem[]): boolean {
  const isVersionRight = impact === "patch" || version?.isEnough !== false;
  return impact !== "major" && isVersionRight && problems.every(({ severity }) => severity !== "error");
}

function lintText(problems: readonly LintProblem[], mark = ""): string {
  if (problems.length === 0) return "The linter sees no problem.";
  return problems
    .map(
      ({ severity, file, line, rule, message }) => `${mark}${severity} ${file}:${line} ${rule}: ${message}`,
    )
    .join("\n");
}

function annotation({ severity, file, line, rule, message }: LintProblem): string {
  const text = message.replaceAll("%", "%25").replaceAll("\n", "%0A");
  return `::${severity === "error" ? "error" : "warning"} file=${file},line=${line},title=${rule}::${text}\n`;
}

function scoreText({ score: now, baseScore: before }: CheckReport): string {
  const moved = Math.round((now.agentReadiness - before.agentReadiness) * 10) / 10;
  return `Score ${now.agentReadiness} (base ${before.agentReadiness}, ${moved > 0 ? "+" : ""}${moved}), discoverability ${now.discoverability}.`;
}
