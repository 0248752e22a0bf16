import { checkVersion, type VersionCheck } from "./check-version.ts";
import { judge } from "./compare/judge.ts";
import type { Impact } from "./compare/rule.ts";
import { readApiDocument } from "./document/api-document.ts";
import { objectOf } from "./json-value.ts";
import type { Acceptance } from "./policy/acceptances.ts";
import type { GatePolicy, PolicyReport } from "./policy/policy-file.ts";
import { type AcceptanceState, type SettledChange, settle } from "./policy/settle.ts";
import { settleTypes, type TypesReport } from "./policy/settle-types.ts";

/** The two files to compare, and what else to check. */
export interface DiffOptions {
  readonly base: string;
  readonly revision: string;
  /** The name of the base in reports, such as `origin/main`. @default the file */
  readonly baseName?: string;
  /** Whether to require that `info.version` moved. @default false */
  readonly isVersionChecked?: boolean;
  /** A team's overrides of the rules. @default the rules as they are */
  readonly policy?: GatePolicy | undefined;
  /** The breaking changes that a team accepts. @default none */
  readonly acceptances?: readonly Acceptance[];
  /** Whether to report which uses of the generated TypeScript types stop compiling. @default false */
  readonly isTyped?: boolean;
}

/** The verdict on a change to an API description. */
export interface DiffReport {
  readonly base: string;
  readonly revision: string;
  /** The release that the changes require; an accepted change requires a minor version. */
  readonly impact: Impact;
  readonly changes: readonly SettledChange[];
  readonly version?: VersionCheck;
  readonly policy?: PolicyReport;
  readonly acceptances?: readonly AcceptanceState[];
  readonly types?: TypesReport;
}

/**
 * Judges the revision of an API description against its base.
 * @throws SpecGateError when a file cannot be read, is not an OpenAPI 3 description, or has a reference that does
 * not resolve
 */
export async function diff(options: DiffOptions): Promise<DiffReport> {
  const base = readApiDocument(options.base);
  const revision = readApiDocument(options.revision);
  const { policy, acceptances = [] } = options;
  const isOfTypes = ({ rule }: Acceptance) => rule.startsWith("types-");
  const decisions = { policy, version: String(objectOf(revision.raw.info).version) };
  const wire = settle(judge(base, revision).changes, {
    ...decisions,
    acceptances: acceptances.filter((each) => !isOfTypes(each)),
  });
  const typed = options.isTyped
    ? await settleTypes(options, {
        ...decisions,
        acceptances: acceptances.filter(isOfTypes),
        wire: wire.changes,
      })
    : undefined;
  const states = [...wire.acceptances, ...(typed?.acceptances ?? [])];
  return {
    base: options.baseName ?? options.base,
    revision: options.revision,
    impact: wire.impact,
    changes: wire.changes,
    ...(options.isVersionChecked ? { version: checkVersion(base, revision, wire.impact) } : {}),
    ...(policy ? { policy: policyReport(policy, wire.off + (typed?.off ?? 0)) } : {}),
    ...(states.length > 0 ? { acceptances: states } : {}),
    ...(typed
      ? { types: withVersion(typed.report, options, (impact) => checkVersion(base, revision, impact)) }
      : {}),
  };
}

function withVersion(
  report: TypesReport,
  { isVersionChecked }: DiffOptions,
  versionFor: (impact: Impact) => VersionCheck,
): TypesReport {
  const { impact } = report;
  return isVersionChecked && impact !== undefined ? { ...report, version: versionFor(impact) } : report;
}

function policyReport({ file, breaking, unusedAcceptances }: GatePolicy, off: number): PolicyReport {
  return { file, breaking, unusedAcceptances, off };
}
