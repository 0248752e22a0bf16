import type { VersionCheck } from "../check-version.ts";
import type { Impact } from "../compare/rule.ts";
import type { PolicyReport } from "./policy-file.ts";
import { type AcceptanceState, type Decision, isBlocking, type Weight } from "./settle.ts";

/** What of a report decides whether the change may pass. */
export interface Decided {
  readonly impact?: Impact;
  readonly changes: readonly (Decision & { readonly impact: Weight })[];
  readonly version?: VersionCheck;
  readonly policy?: PolicyReport;
  readonly acceptances?: readonly AcceptanceState[];
}

/** Whether a version that moved as asked permits what breaks. */
export function isPermittedByVersion({ policy, version }: Decided): boolean {
  return (
    policy?.breaking === "with-version" && version?.isEnough === true && version.unreadable === undefined
  );
}

/** The acceptances that hold the gate: those that are past, and those that match nothing unless the policy only warns. */
export function failingAcceptances({ acceptances = [], policy }: Decided): readonly AcceptanceState[] {
  return acceptances.filter(
    ({ state }) => state === "expired" || (state === "unused" && policy?.unusedAcceptances !== "warn"),
  );
}

/**
 * Whether the change may not pass: something breaks that is neither accepted nor permitted, an acceptance has to go, or
 * `info.version` did not move as asked where that was looked at.
 */
export function isHeld(
  report: Decided,
  { isWordsVersionFree }: { readonly isWordsVersionFree: boolean },
): boolean {
  const { impact, version } = report;
  const isVersionWrong = version?.isEnough === false && !(isWordsVersionFree && impact === "patch");
  const breaks = report.changes.some(isBlocking) && !isPermittedByVersion(report);
  return breaks || isVersionWrong || failingAcceptances(report).length > 0;
}

/** Whether something stops compiling that is neither accepted nor permitted. */
export function isTypesHeld({
  types,
  policy,
}: {
  readonly types?: Decided;
  readonly policy?: PolicyReport;
}): boolean {
  if (!types?.changes.some(isBlocking)) return false;
  return !isPermittedByVersion({ ...types, ...(policy ? { policy } : {}) });
}
