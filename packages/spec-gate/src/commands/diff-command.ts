import { unknownWord } from "@compute-host/command-line";
import { isHeld, isTypesHeld } from "../policy/verdict.ts";
import { formatReport, isReportFormat, type ReportFormat, reportFormats } from "../report/report.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { type DecisionArguments, judgeVersions } from "./judge-versions.ts";
import { defaultRevision, type VersionArguments, withBase } from "./with-base.ts";

/** The arguments of `diff`. */
export interface DiffArguments extends VersionArguments, DecisionArguments {
  readonly format?: string | undefined;
  readonly isVersionChecked: boolean;
  /** Whether to report which uses of the generated TypeScript types stop compiling. */
  readonly isTyped?: boolean | undefined;
}

/** A command's output and exit code. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

/** Compares two versions. Exits with 1 when a change breaks or the version did not move as required, otherwise 0. */
export async function diffCommand(args: DiffArguments): Promise<CommandResult> {
  const format = parseFormat(args.format);
  const { revision = defaultRevision, isVersionChecked, isTyped } = args;
  return withBase(args, async (base) => {
    if (base.file === undefined) {
      throw new SpecGateError(
        `there is no base: ${base.name} has no ${revision}; if the file was moved, give its old path as ${base.name}:PATH (spec-gate check passes a first description)`,
      );
    }
    const report = await judgeVersions({ base, file: base.file, revision, isVersionChecked, isTyped }, args);
    if (report.types?.problem !== undefined) throw new SpecGateError(report.types.problem);
    const exitCode = isHeld(report, { isWordsVersionFree: false }) || isTypesHeld(report) ? 1 : 0;
    return { exitCode, output: formatReport(report, format) };
  });
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
