import type { Change } from "../compare/change.ts";
import type { Impact } from "../compare/rule.ts";
import { type Acceptance, accepts, isExpired } from "./acceptances.ts";
import type { GatePolicy } from "./policy-file.ts";

/** A change with what a team decided about it. */
export interface SettledChange extends Change {
  /** What the rule asks for where no policy file says otherwise; only where one does. */
  readonly defaultImpact?: Change["impact"];
  /** Why it may break, and until which version. */
  readonly accepted?: { readonly reasons: readonly string[]; readonly until: readonly string[] };
}

/** An acceptance, and what it did. */
export interface AcceptanceState extends Acceptance {
  readonly state: "used" | "unused" | "expired";
}

/** The changes as a team decided about them. */
export interface Settlement {
  /** What the changes ask for; an accepted one asks for a minor version. */
  readonly impact: Impact;
  readonly changes: readonly SettledChange[];
  readonly acceptances: readonly AcceptanceState[];
  /** How many changes the policy leaves out. */
  readonly off: number;
}

/** What a team decided, and the version of the API that it is decided for. */
export interface Decisions {
  readonly policy?: GatePolicy | undefined;
  readonly acceptances?: readonly Acceptance[] | undefined;
  readonly version: string;
}

const order = ["none", "patch", "minor", "not-judged", "major"];

/** Whether a change holds the gate unless a version permits it. */
export function isBlocking({ impact, accepted }: Pick<SettledChange, "impact" | "accepted">): boolean {
  return order.indexOf(impact) >= order.indexOf("not-judged") && accepted === undefined;
}

/** Applies the policy to the changes, then the acceptances to those that break. */
export function settle(
  changes: readonly Change[],
  { policy, acceptances = [], version }: Decisions,
): Settlement {
  const weighed = changes.flatMap((change) => weigh(change, policy));
  const valid = acceptances.filter((acceptance) => !isExpired(acceptance, version));
  const used = new Set<Acceptance>();
  const settled = weighed.map((change) => {
    if (!isBlocking(change)) return change;
    const found = change.subjects.map((subject) => valid.find((each) => accepts(each, change, subject)));
    const matching = [...new Set(found.filter((each) => each !== undefined))];
    for (const acceptance of matching) used.add(acceptance);
    if (found.includes(undefined)) return change;
    const reasons = [...new Set(matching.map(({ reason }) => reason))];
    return { ...change, accepted: { reasons, until: [...new Set(matching.map(({ until }) => until))] } };
  });
  const sorted = settled.toSorted((a, b) => order.indexOf(b.impact) - order.indexOf(a.impact));
  const asked = sorted.map((change) => (change.accepted ? "minor" : change.impact));
  return {
    impact: asked.toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? "none",
    changes: sorted,
    off: changes.length - weighed.length,
    acceptances: acceptances.map((acceptance) => ({
      ...acceptance,
      state: isExpired(acceptance, version) ? "expired" : used.has(acceptance) ? "used" : "unused",
    })),
  };
}

function weigh(change: Change, policy: GatePolicy | undefined): SettledChange[] {
  const impact = policy?.rules[change.rule];
  if (impact === undefined || impact === change.impact) return [change];
  if (impact === "off") return [];
  return [{ ...change, impact, defaultImpact: change.impact }];
}
