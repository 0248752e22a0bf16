import type { ReasonKind } from "../schema/reason.ts";
import { CONTRACT_RULES } from "./contract-rules.ts";
import type { Rule } from "./rule.ts";
import { schemaRules } from "./schema-rules.ts";

/** The name of a rule. */
export type RuleId =
  | keyof typeof CONTRACT_RULES
  | `request-${Exclude<ReasonKind, "property-closed">}`
  | `response-${Exclude<ReasonKind, "default">}`;

/** Every rule of the gate. What follows from a rule in a case where people differ is in the table of policies. */
export const RULES: Readonly<Record<RuleId, Rule>> = { ...CONTRACT_RULES, ...schemaRules() } as Record<
  RuleId,
  Rule
>;
