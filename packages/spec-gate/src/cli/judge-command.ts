import { relative, resolve, sep } from "node:path";
import { unknownWord } from "@compute-host/command-line";
import { today } from "../decide/acceptances.ts";
import { isBlocked } from "../decide/verdict.ts";
import { exitCodeOf, formatReport, type ReportFormat, reportFormats } from "../report/report.ts";
import type { Report } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { type Description, descriptionsIn } from "./descriptions.ts";
import type { JudgeArguments } from "./judge-arguments.ts";
import { judgeRemoved, judgeVersions } from "./judge-versions.ts";
import { type Base, defaultRevision, withBase } from "./with-base.ts";

/** A command's output and exit code. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

/**
 * Judges each description that the arguments name, and formats one report. Exits with 2 when one has no verdict, with 1
 * when a change breaks or the version did not move as required, otherwise 0. One without a verdict gets a report
 * that says why, so that others do not stop and programs can read it; as text, a single one is one line on standard
 * error.
 */
export async function judgeCommand(args: JudgeArguments): Promise<CommandResult> {
  const { revisions = [defaultRevision], base, baseRef, isMergeBase } = args;
  const format = parseFormat(args.format);
  const all = await descriptionsIn(revisions, base === undefined ? { ref: baseRef, isMergeBase } : undefined);
  if (base !== undefined && all.length > 1)
    throw new SpecGateError(
      `${base} is the base of one description, not of the ${all.length} in ${revisions.join(" ")}; ` +
        "name one, or use --base-ref",
    );
  const reports: Report[] = [];
  for (const each of all) {
    const judged = withBase(args, each, async (found) => {
      const report = await reportOn(found, each, args);
      return onlyReported({ ...report, exitCode: isBlocked(report) ? 1 : 0 });
    });
    const isAlone = all.length === 1 && format === "text";
    reports.push(isAlone ? await judged : await judged.catch((error) => unjudged(each.file, error)));
  }
  return { exitCode: exitCodeOf(reports), output: formatReport(reports, format) };
}

async function reportOn(
  base: Base,
  { file: revision, isRemoved }: Description,
  args: JudgeArguments,
): Promise<Report> {
  if (isRemoved) return judgeRemoved(base, revision, args);
  const isCheck = args.command === "check";
  if (base.file !== undefined || base.unreadable !== undefined)
    return judgeVersions(base, revision, args, isCheck);
  if (!isCheck)
    throw new SpecGateError(
      `there is no base: ${base.name} has no ${revision}; if the file was moved, ` +
        `give its old path as ${base.name}:PATH (spec-gate check passes a first description)`,
    );
  return judgeVersions(base, revision, args, false);
}

/** Lets a description pass until the end of the baseline, whatever the report says. */
function onlyReported(report: Report): Report {
  const baseline = report.policy?.baseline;
  if (report.exitCode !== 1 || baseline === undefined || baseline < today()) return report;
  return { ...report, baseline, exitCode: 0 };
}

function unjudged(revision: string, error: unknown): Report {
  if (!(error instanceof SpecGateError)) throw error;
  const { message, at } = error;
  const errorAt = at && { file: relative(process.cwd(), resolve(at.file)), line: at.line };
  const problem = { error: withoutFolder(message), ...(errorAt ? { errorAt } : {}) };
  return { base: "no base", revision, changes: [], ...problem, exitCode: 2 };
}

/** Names files from the folder where the gate runs. */
export function withoutFolder(message: string): string {
  return message.replaceAll(`${process.cwd()}${sep}`, "");
}

/**
 * Returns the format with this name.
 * @throws UsageError for an unknown name
 */
export function parseFormat(name = "text"): ReportFormat {
  const format = reportFormats.find((each) => each === name);
  if (format !== undefined) return format;
  throw unknownWord("Unknown format", name, {
    known: reportFormats,
    otherwise: `Choose one of ${reportFormats.join(", ")}.`,
  });
}
