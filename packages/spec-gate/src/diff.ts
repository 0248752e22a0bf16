import { CannotJudge } from "./cannot-judge.ts";
import { checkVersion, type VersionCheck } from "./check-version.ts";
import type { Change } from "./compare/change.ts";
import { judge } from "./compare/judge.ts";
import type { Impact } from "./compare/rule.ts";
import { readApiDocument } from "./document/api-document.ts";
import { secondOpinion } from "./redocly/second-opinion.ts";
import { validityProblems } from "./redocly/validity.ts";

/** Two files to compare, and what to look at besides. */
export interface DiffOptions {
  readonly base: string;
  readonly revision: string;
  /** How the base is called in reports, such as `origin/main`. @default the file */
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
  /** How many changes `redocly diff` on its own calls breaking. */
  readonly redoclyMajor: number;
}

/**
 * Judges the revision of an API description against its base.
 * @throws CannotJudge when a file cannot be read or is no valid description
 */
export async function diff(options: DiffOptions): Promise<DiffReport> {
  const base = readApiDocument(options.base);
  const revision = readApiDocument(options.revision);
  const [problems, opinion] = await Promise.all([
    validityProblems([base.file, revision.file]),
    secondOpinion(base.file, revision.file).catch((error: unknown) => error as Error),
  ]);
  const [problem] = problems;
  if (problem) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    throw new CannotJudge(
      `${problem.file} ${problem.pointer} is no valid OpenAPI: ${problem.message}${more}`,
    );
  }
  if (opinion instanceof Error) throw opinion;
  const verdict = judge(base, revision);
  const changes = [...opinion.unknown, ...verdict.changes];
  const impact = opinion.unknown.length > 0 ? "major" : verdict.impact;
  return {
    base: options.baseName ?? options.base,
    revision: options.revision,
    impact,
    changes,
    redoclyMajor: opinion.major,
    ...(options.isVersionChecked ? { version: checkVersion(base, revision, impact) } : {}),
  };
}
