import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Change } from "../compare/change.ts";
import { diff } from "../diff.ts";
import { baseOfGit } from "../git/base-of-git.ts";
import { withTemporaryFolder } from "../redocly/temporary-folder.ts";
import { formatReport, isReportFormat, type ReportFormat, reportFormats } from "../report/report.ts";
import type { Report, ReportedChange } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";

/** What the command line said about the two versions. */
export interface VersionArguments {
  readonly base?: string | undefined;
  readonly revision?: string | undefined;
  readonly baseRef?: string | undefined;
  readonly isMergeBase?: boolean | undefined;
}

/** What the command line said. */
export interface DiffArguments extends VersionArguments {
  readonly format?: string | undefined;
  readonly isVersionChecked: boolean;
}

/** What a command prints and how it ends. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

/** The base of a comparison. */
export interface Base {
  readonly name: string;
  /** `undefined` where the commit has no description. */
  readonly file: string | undefined;
  /** The folder in which the files of a commit were put, and that of the repository which they stand for. */
  readonly copy?: { readonly folder: string; readonly root: string };
}

/** Where the description is by default. */
export const defaultRevision = "spec/openapi.yaml";

/** Compares two versions: 1 when a change breaks or the version did not move as asked, otherwise 0. */
export async function diffCommand(args: DiffArguments): Promise<CommandResult> {
  const format = parseFormat(args.format);
  const { revision = defaultRevision, isVersionChecked } = args;
  return withBase(args, async (base) => {
    if (base.file === undefined) {
      throw new SpecGateError(
        `there is no base: ${base.name} has no ${revision}; if it was moved, name the old file as ${base.name}:PATH (spec-gate check passes a first description)`,
      );
    }
    const report = await diffOf(base, base.file, { revision, isVersionChecked });
    const isVersionWrong = report.version !== undefined && !report.version.isEnough;
    const exitCode = report.impact === "major" || isVersionWrong ? 1 : 0;
    return { exitCode, output: formatReport(report, format) };
  });
}

/**
 * The format of that name.
 * @throws SpecGateError when there is none
 */
export function parseFormat(name = "text"): ReportFormat {
  if (isReportFormat(name)) return name;
  throw new SpecGateError(`there is no format ${name}; choose one of ${reportFormats.join(", ")}`);
}

/** Works with the base that the arguments name, while its files are there. */
export async function withBase<T>(args: VersionArguments, work: (base: Base) => Promise<T>): Promise<T> {
  const { base, revision = defaultRevision, baseRef, isMergeBase } = args;
  if (base !== undefined) {
    if (!existsSync(base)) throw new SpecGateError(`${base} cannot be read: there is no such file`);
    return work({ name: base, file: base });
  }
  return withTemporaryFolder(async (folder) => {
    const { name, file, root } = baseOfGit(revision, { ref: baseRef, isMergeBase }, folder);
    return work({ name, file, copy: { folder, root } });
  });
}

/** The verdict, with the paths of a base from git as they are in the repository. */
export async function diffOf(
  { name, copy }: Base,
  file: string,
  { revision, isVersionChecked }: { readonly revision: string; readonly isVersionChecked: boolean },
): Promise<Report> {
  const report = await diff({ base: file, revision, isVersionChecked, baseName: name });
  return { ...report, changes: report.changes.map((change) => withPath(change, copy)) };
}

function withPath({ location, ...change }: Change, copy: Base["copy"]): ReportedChange {
  if (!location) return change;
  const { file, ...place } = location;
  const inCopy = copy && relative(copy.folder, file);
  const isCopied = inCopy !== undefined && !inCopy.startsWith("..");
  const path = isCopied ? join(copy?.root ?? "", inCopy) : resolve(file);
  return {
    ...change,
    location: { file: relative(process.cwd(), path), ...place, ...(isCopied ? { side: "base" } : {}) },
  };
}
