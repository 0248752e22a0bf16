import type { Impact } from "../rules/rule.ts";
import type { VersionCheck } from "./check-version.ts";
import type { PolicyReport } from "./policy-file.ts";
import { type AcceptanceState, isBlocking, type SettledChange } from "./settle.ts";

/** The parts of a report that decide whether the change may pass. */
export interface VerdictParts {
  readonly impact?: Impact;
  readonly changes: readonly SettledChange[];
  readonly version?: VersionCheck;
  readonly policy?: PolicyReport;
  readonly acceptances?: readonly AcceptanceState[];
}

/** Whether the policy permits breaking changes because the version moved as required. */
export function isPermittedByVersion({ policy, version }: VerdictParts): boolean {
  return (
    policy?.breaking === "with-version" && version?.isEnough === true && version.unreadable === undefined
  );
}

/** Whether some breaking change needs an acceptance, because no version permits it. */
export function isForbidden({
  changes,
  policy,
}: {
  readonly changes: readonly SettledChange[];
  readonly policy?: Pick<PolicyReport, "breaking"> | undefined;
}): boolean {
  return changes.some(isBlocking) && policy?.breaking !== "with-version";
}

/** Returns the expired acceptances, which block the gate. */
export function expiredAcceptances({ acceptances = [] }: VerdictParts): readonly AcceptanceState[] {
  return acceptances.filter(({ state }) => state === "expired");
}

/**
 * Whether the change is blocked: a breaking change is neither accepted nor permitted, an acceptance has to be
 * removed, or `info.version` was checked and did not move as required.
 */
export function isBlocked(report: VerdictParts): boolean {
  const breaks = report.changes.some(isBlocking) && !isPermittedByVersion(report);
  return breaks || report.version?.isEnough === false || expiredAcceptances(report).length > 0;
}
