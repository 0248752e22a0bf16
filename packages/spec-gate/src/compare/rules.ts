import { contractRules } from "./contract-rules.ts";
import type { Rule, RulePair } from "./rule.ts";
import { type SchemaRuleId, schemaRules } from "./schema-rules.ts";

/** The ID of a rule. */
export type RuleId = (typeof contractRules)[number]["ids"][number] | SchemaRuleId;

// Where two reasons share an ID, the first one supplies the texts.
const pairs: readonly RulePair<RuleId, RuleId>[] = [...contractRules, ...schemaRules].reverse();

/** Every rule of the gate. The policy table lists the debatable cases. */
export const rules = Object.fromEntries(
  pairs.flatMap(({ ids: [removal, addition], removed, added }) => [
    [addition, added],
    [removal, removed],
  ]),
) as Readonly<Record<RuleId, Rule>>;

const additions = new Map(pairs.map(({ ids: [removal, addition] }) => [removal, addition]));

/** The rule for the addition that reverses a removal; `undefined` if the change is its own reverse. */
export function additionOf(rule: RuleId): RuleId | undefined {
  const addition = additions.get(rule);
  return addition === rule ? undefined : addition;
}
