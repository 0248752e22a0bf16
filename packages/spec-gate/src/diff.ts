import { checkVersion, type VersionCheck } from "./check-version.ts";
import type { Change } from "./compare/change.ts";
import { judge } from "./compare/judge.ts";
import type { Impact } from "./compare/rule.ts";
import { readApiDocument } from "./document/api-document.ts";
import { validityProblems } from "./redocly/validity.ts";
import { SpecGateError } from "./spec-gate-error.ts";

/** Two files to compare, and what to look at besides. */
export interface DiffOptions {
  readonly base: string;
  readonly revision: string;
  /** The name of the base in reports, such as `origin/main`. @default the file */
  readonly baseName?: string;
  /** Whether `info.version` has to have moved. @default false */
  readonly isVersionChecked?: boolean;
}

/** The verdict on a change of an API description. */
export interface DiffReport {
  readonly base: string;
  readonly revision: string;
  readonly impact: Impact;
  readonly changes: readonly Change[];
  readonly version?: VersionCheck;
}

/**
 * Judges the revision of an API description against its base.
 * @throws SpecGateError when a file cannot be read or is no valid description
 */
export async function diff(options: DiffOptions): Promise<DiffReport> {
  const base = readApiDocument(options.base);
  const revision = readApiDocument(options.revision);
  const problems = await validityProblems([base.file, revision.file]);
  const [problem] = problems;
  if (problem) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    throw new SpecGateError(
      `${problem.file} ${problem.pointer} is no valid OpenAPI: ${problem.message}${more}`,
    );
  }
  const { impact, changes } = judge(base, revision);
  return {
    base: options.baseName ?? options.base,
    revision: options.revision,
    impact,
    changes,
    ...(options.isVersionChecked ? { version: checkVersion(base, revision, impact) } : {}),
  };
}
