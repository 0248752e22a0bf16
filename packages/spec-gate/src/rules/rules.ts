import type { ReasonKind } from "../schema/compare/reason.ts";
import { isBlocking, type Rule } from "./rule.ts";
import { ruleTable } from "./rule-table.ts";

type Row = (typeof ruleTable)[number];

/** The ID of a rule. */
export type RuleId = Row["lost"]["rule"] | Extract<Row, { readonly gained: object }>["gained"]["rule"];

/** Every rule of the gate. The policies explain the debatable ones. */
export const rules = Object.fromEntries(
  ruleTable.toReversed().flatMap((row): [string, Rule][] => {
    const { who, lost, instead } = row;
    const { rule, message } = "gained" in row ? row.gained : lost;
    const impact = "impact" in lost ? lost.impact : "major";
    return [
      [rule, { who: "nobody", message, impact: "minor" }],
      [
        lost.rule,
        {
          who: isBlocking(impact) ? who : "nobody",
          message: lost.message,
          instead,
          impact,
        },
      ],
    ];
  }),
) as Readonly<Record<RuleId, Rule>>;

const additions = new Map<RuleId, RuleId>(
  ruleTable.toReversed().flatMap((row) => ("gained" in row ? [[row.lost.rule, row.gained.rule]] : [])),
);

/** The rule for the addition that reverses a removal; `undefined` if the change is its own reverse. */
export function additionOf(rule: RuleId): RuleId | undefined {
  return additions.get(rule);
}

/** The rule for what a reason takes away from callers or readers. */
export function schemaRuleId(kind: ReasonKind, direction: "request" | "response"): RuleId {
  const rows = ruleTable.filter((row) => "about" in row && row.about === kind);
  const own = rows.find(({ who }) => who === (direction === "request" ? "callers" : "readers")) ?? rows[0];
  if (!own) throw new Error(`no rule for ${kind}`);
  return own.lost.rule;
}
