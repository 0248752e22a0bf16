import type { ReasonKind } from "../schema/reason.ts";
import { contractRules } from "./contract-rules.ts";
import type { Rule } from "./rule.ts";
import { schemaRules } from "./schema-rules.ts";

/** The name of a rule. */
export type RuleId =
  | keyof typeof contractRules
  | `request-${Exclude<ReasonKind, "property-closed">}`
  | `response-${Exclude<ReasonKind, "default">}`;

/** Every rule of the gate. What follows from a rule in a case where people differ is in the table of policies. */
export const rules: Readonly<Record<RuleId, Rule>> = { ...contractRules, ...schemaRules() } as Record<
  RuleId,
  Rule
>;
