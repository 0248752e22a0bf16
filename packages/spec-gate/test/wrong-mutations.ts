import type { Verdict } from "../mutations/proof.ts";

/** The names of the mutations that the gate judges wrongly. */
export function wrongOf(verdicts: readonly Verdict[]): string[] {
  const wrong = verdicts.filter(({ mutation, isAlarm }) => mutation.isBreaking !== isAlarm);
  return wrong.map(({ mutation }) => `${mutation.group}: ${mutation.name}`);
}
