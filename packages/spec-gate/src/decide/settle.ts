import type { Change } from "../rules/changes/change.ts";
import { type Impact, impacts, isBlocking as isBlockingImpact } from "../rules/rule.ts";
import { type Acceptance, accepts, isExpired, today } from "./acceptances.ts";
import type { GatePolicy } from "./policy-file.ts";

/** A change with a team's decision about it. */
export interface SettledChange extends Change {
  /** The rule's default impact; only present if a policy file overrides it. */
  readonly defaultImpact?: Change["impact"];
  /** Why the change may break, and in which version the acceptance expires. */
  readonly accepted?: { readonly reasons: readonly string[]; readonly until: readonly string[] };
}

/** An acceptance and its effect. */
export interface AcceptanceState extends Acceptance {
  readonly state: "used" | "unused" | "expired";
}

/** The changes with the team's decisions applied. */
export interface Settlement {
  /** The release that the changes require; an accepted change requires a minor version. */
  readonly impact: Impact;
  readonly changes: readonly SettledChange[];
  readonly acceptances: readonly AcceptanceState[];
  /** The number of changes that the policy turns off. */
  readonly off: number;
  /** The number of changes that affect only exempt operations. */
  readonly exempt: number;
}

/** A team's decisions, and the API version they apply to. */
export interface Decisions {
  readonly policy?: GatePolicy | undefined;
  readonly acceptances?: readonly Acceptance[] | undefined;
  readonly version: string;
  /** The operations that the policy exempts. @default none */
  readonly exempt?: ReadonlySet<string>;
}

/** Whether a change blocks the gate unless a version permits it. */
export function isBlocking({ impact, accepted }: SettledChange): boolean {
  return isBlockingImpact(impact) && accepted === undefined;
}

/** Applies the policy to the changes, then the acceptances to the breaking ones. */
export function settle(
  changes: readonly Change[],
  { policy, acceptances = [], version, exempt = new Set() }: Decisions,
): Settlement {
  const judged = changes.flatMap((change) => withoutExempt(change, exempt));
  const weighed = judged.flatMap((change) => weigh(change, policy));
  const valid = acceptances.filter((acceptance) => !isExpired(acceptance, version));
  const used = new Set<Acceptance>();
  const settled = weighed.map((change): SettledChange => {
    if (!isBlocking(change)) return change;
    const found = change.subjects.map((subject) => valid.find((each) => accepts(each, change, subject)));
    const matching = [...new Set(found.filter((each) => each !== undefined))];
    for (const acceptance of matching) used.add(acceptance);
    if (found.includes(undefined)) return change;
    const reasons = [...new Set(matching.map(({ reason }) => reason))];
    return { ...change, accepted: { reasons, until: [...new Set(matching.map(({ until }) => until))] } };
  });
  const sorted = settled.toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact));
  const asked = sorted.map((change): Impact => (change.accepted ? "minor" : change.impact));
  return {
    impact: asked.toSorted((a, b) => impacts.indexOf(b) - impacts.indexOf(a))[0] ?? "none",
    changes: sorted,
    off: judged.length - weighed.length,
    exempt: changes.length - judged.length,
    acceptances: acceptances.map((acceptance) => ({
      ...acceptance,
      state: isExpired(acceptance, version) ? "expired" : used.has(acceptance) ? "used" : "unused",
    })),
  };
}

/** Leaves exempt operations out of a change, and the change out if it affects no other. */
function withoutExempt(change: Change, exempt: ReadonlySet<string>): Change[] {
  const { subjects } = change;
  if (subjects.length > 0 && subjects.every((each) => exempt.has(each))) return [];
  return [{ ...change, subjects: subjects.filter((each) => !exempt.has(each)) }];
}

function weigh(change: Change, policy: GatePolicy | undefined): SettledChange[] {
  const impact = policy?.rules[change.rule] ?? (isDue(change, policy) ? "minor" : undefined);
  if (impact === undefined || impact === change.impact) return [change];
  if (impact === "off") return [];
  return [{ ...change, impact, defaultImpact: change.impact }];
}

/** Whether the policy allows removals after their sunset, and the day that the base announced has passed. */
function isDue({ sunset, impact }: Change, policy: GatePolicy | undefined): boolean {
  const isSunset = sunset !== undefined && sunset < today();
  return policy?.removal === "after-sunset" && impact === "major" && isSunset;
}
