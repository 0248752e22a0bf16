import { existsSync } from "node:fs";
import { baseOfGit } from "../base-of-git.ts";
import { type DiffReport, diff } from "../diff.ts";
import { withTemporaryFolder } from "../redocly/temporary-folder.ts";
import { formatReport, isReportFormat, reportFormats } from "../report/report.ts";
import { SpecGateError } from "../spec-gate-error.ts";

/** What the command line said. */
export interface DiffArguments {
  readonly base?: string | undefined;
  readonly revision?: string | undefined;
  readonly baseRef?: string | undefined;
  readonly format?: string | undefined;
  readonly isVersionChecked: boolean;
}

/** What a command prints and how it ends. */
export interface CommandResult {
  readonly exitCode: 0 | 1;
  readonly output: string;
}

/** Where the description is by default. */
export const defaultRevision = "spec/openapi.yaml";

/** Compares two versions: 1 when a change breaks or the version did not move as asked, otherwise 0. */
export async function diffCommand(args: DiffArguments): Promise<CommandResult> {
  const format = args.format ?? "text";
  if (!isReportFormat(format)) {
    throw new SpecGateError(`there is no format ${format}; choose one of ${reportFormats.join(", ")}`);
  }
  const report = await reportOf(args);
  const isBreaking = report.impact === "major";
  const isVersionWrong = report.version !== undefined && !report.version.isEnough;
  return { exitCode: isBreaking || isVersionWrong ? 1 : 0, output: formatReport(report, format) };
}

/** The verdict that the arguments ask for. */
export async function reportOf(args: DiffArguments): Promise<DiffReport> {
  return withReport(args, async (report) => report);
}

/** Works with the verdict, while the file of the base is there. */
export async function withReport<T>(
  { base, revision = defaultRevision, baseRef, isVersionChecked }: DiffArguments,
  work: (report: DiffReport, base: string) => Promise<T>,
): Promise<T> {
  if (base !== undefined) {
    if (!existsSync(base)) throw new SpecGateError(`${base} cannot be read: there is no such file`);
    return work(await diff({ base, revision, isVersionChecked }), base);
  }
  if (baseRef === undefined) throw new SpecGateError("there is no base: name a file, or give --base-ref");
  return withTemporaryFolder(async (folder) => {
    const file = baseOfGit(baseRef, revision, folder);
    return work(await diff({ base: file, revision, isVersionChecked, baseName: baseRef }), file);
  });
}
