import { unknownWord } from "@compute-host/command-line";
import { isHeld } from "../policy/verdict.ts";
import {
  exitCodeOf,
  formatReport,
  isReportFormat,
  type ReportFormat,
  reportFormats,
} from "../report/report.ts";
import type { Report } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { type Description, descriptionsIn } from "./descriptions.ts";
import { type DecisionArguments, judgeRemoved, judgeVersions } from "./judge-versions.ts";
import { defaultRevision, type VersionArguments, withBase } from "./with-base.ts";

/** The arguments of `diff`. */
export interface DiffArguments extends VersionArguments, DecisionArguments {
  readonly format?: string | undefined;
  /** The last day on which the gate only reports. @default that of the policy */
  readonly baseline?: string | undefined;
  readonly isVersionChecked: boolean;
  /** Whether to show each breaking change with a request or response. */
  readonly isWitnessed?: boolean | undefined;
}

/** A command's output and exit code. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

/**
 * Compares two versions of each description. Exits with 2 when one has no verdict, with 1 when a change breaks or the
 * version did not move as required, otherwise 0.
 */
export async function diffCommand(args: DiffArguments): Promise<CommandResult> {
  const { isVersionChecked, isWitnessed } = args;
  return forEachDescription(args, ({ file: revision, isRemoved }) =>
    withBase({ ...args, revision, isRemoved }, async (base) => {
      if (isRemoved) {
        const report = await judgeRemoved(base, revision, args);
        return { ...report, exitCode: isHeld(report, { isWordsVersionFree: false }) ? 1 : 0 };
      }
      if (base.file === undefined && base.unreadable === undefined) {
        throw new SpecGateError(
          `there is no base: ${base.name} has no ${revision}; if the file was moved, give its old path as ${base.name}:PATH (spec-gate check passes a first description)`,
        );
      }
      const file = base.file ?? revision;
      const report = await judgeVersions({ base, file, revision, isVersionChecked, isWitnessed }, args);
      return { ...report, exitCode: isHeld(report, { isWordsVersionFree: false }) ? 1 : 0 };
    }),
  );
}

/**
 * Judges each description that the arguments name, and formats one report. A description without a verdict does not
 * stop the others.
 */
export async function forEachDescription(
  {
    revisions = [defaultRevision],
    base,
    baseRef,
    isMergeBase,
    format: name,
    baseline,
  }: Pick<DiffArguments, "revisions" | "base" | "baseRef" | "isMergeBase" | "format" | "baseline">,
  judge: (description: Description, count: number) => Promise<Report>,
): Promise<CommandResult> {
  const format = parseFormat(name);
  const choice = base === undefined ? { ref: baseRef, isMergeBase } : undefined;
  const all = await descriptionsIn(revisions, choice);
  if (base !== undefined && all.length > 1)
    throw new SpecGateError(`--base is the base of one description, not of ${all.length}; use --base-ref`);
  const reports: Report[] = [];
  for (const each of all) {
    const report = judge(each, all.length).then((one) => onlyReported(one, baseline));
    reports.push(all.length === 1 ? await report : await report.catch((error) => unjudged(each.file, error)));
  }
  return { exitCode: exitCodeOf(reports), output: formatReport(reports, format) };
}

/** Lets a description pass until the end of the baseline, whatever the report says. */
function onlyReported(report: Report, baseline = report.policy?.baseline): Report {
  const today = new Date().toISOString().slice(0, 10);
  if (report.exitCode !== 1 || baseline === undefined || baseline < today) return report;
  return { ...report, baseline, exitCode: 0 };
}

function unjudged(revision: string, error: unknown): Report {
  if (!(error instanceof SpecGateError)) throw error;
  const step = { name: "Changes and version", kind: "changes", result: "not-judged", seconds: 0 } as const;
  return { base: "no base", revision, changes: [], steps: [{ ...step, output: error.message }], exitCode: 2 };
}

/**
 * Returns the format with this name.
 * @throws UsageError for an unknown name
 */
export function parseFormat(name = "text"): ReportFormat {
  if (isReportFormat(name)) return name;
  throw unknownWord("Unknown format", {
    word: name,
    known: reportFormats,
    otherwise: `Choose one of ${reportFormats.join(", ")}.`,
  });
}
