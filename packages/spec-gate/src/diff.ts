import { checkVersion, type VersionCheck } from "./check-version.ts";
import { judge } from "./compare/judge.ts";
import type { Impact } from "./compare/rule.ts";
import { readApiDocument } from "./document/api-document.ts";
import { objectOf } from "./json-value.ts";
import type { Acceptance } from "./policy/acceptances.ts";
import type { GatePolicy, PolicyReport } from "./policy/policy-file.ts";
import { type AcceptanceState, type SettledChange, settle } from "./policy/settle.ts";
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
  /** What a team decides otherwise than the gate. @default the rules as they are */
  readonly policy?: GatePolicy | undefined;
  /** The breaking changes that a team means. @default none */
  readonly acceptances?: readonly Acceptance[];
}

/** The verdict on a change of an API description. */
export interface DiffReport {
  readonly base: string;
  readonly revision: string;
  /** What the changes ask for; an accepted one asks for a minor version. */
  readonly impact: Impact;
  readonly changes: readonly SettledChange[];
  readonly version?: VersionCheck;
  readonly policy?: PolicyReport;
  readonly acceptances?: readonly AcceptanceState[];
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
  const { policy, acceptances = [] } = options;
  const version = String(objectOf(revision.raw.info).version);
  const settled = settle(judge(base, revision).changes, { policy, acceptances, version });
  return {
    base: options.baseName ?? options.base,
    revision: options.revision,
    impact: settled.impact,
    changes: settled.changes,
    ...(options.isVersionChecked ? { version: checkVersion(base, revision, settled.impact) } : {}),
    ...(policy ? { policy: policyReport(policy, settled.off) } : {}),
    ...(acceptances.length > 0 ? { acceptances: settled.acceptances } : {}),
  };
}

function policyReport({ file, breaking, unusedAcceptances }: GatePolicy, off: number): PolicyReport {
  return { file, breaking, unusedAcceptances, off };
}
