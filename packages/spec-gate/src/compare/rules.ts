import { contractRules } from "./contract-rules.ts";
import type { Rule, RulePair } from "./rule.ts";
import { type SchemaRuleId, schemaRules } from "./schema-rules.ts";

/** The name of a rule. */
export type RuleId = (typeof contractRules)[number]["ids"][number] | SchemaRuleId;

// Where two reasons share a name, the first one speaks for both.
const pairs: readonly RulePair<RuleId, RuleId>[] = [...contractRules, ...schemaRules].reverse();

/** Every rule of the gate. What follows from a rule in a case where people differ is in the table of policies. */
export const rules = Object.fromEntries(
  pairs.flatMap(({ ids: [removal, addition], removed, added }) => [
    [addition, added],
    [removal, removed],
  ]),
) as Readonly<Record<RuleId, Rule>>;

const additions = new Map(pairs.map(({ ids: [removal, addition] }) => [removal, addition]));

/** Whether the rule is about what a change takes away. */
export function isRemoval(rule: RuleId): boolean {
  return additions.has(rule);
}

/** The rule for the opposite of what takes something away; undefined where the change back is the same change. */
export function additionOf(rule: RuleId): RuleId | undefined {
  const addition = additions.get(rule);
  return addition === rule ? undefined : addition;
}
