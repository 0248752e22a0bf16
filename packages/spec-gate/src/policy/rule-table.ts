import { rules } from "../compare/rules.ts";
import { typeRules } from "../types/type-rules.ts";

/** The default impact of each rule. */
export const defaultImpacts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...Object.entries(rules), ...Object.entries(typeRules)].map(([id, { impact }]) => [id, impact]),
  ),
  "text-changed": "patch",
  rearranged: "patch",
  malformed: "patch",
};

/** Formats every rule with its impact, as a policy file that changes nothing. */
export function ruleTable(): string {
  const entries = Object.entries(defaultImpacts).map(([id, impact]) => {
    const isSetting = impact === "major" || impact === "minor";
    return isSetting ? `  ${id}: ${impact}` : `  # ${id}: ${impact} (set it to major, minor or off)`;
  });
  return `# The impact of each rule: major blocks a change, minor requires a new version, off ignores the change.
rules:
${entries.join("\n")}
# forbidden: a breaking change needs an acceptance. with-version: moving info.version as required is enough.
breaking: forbidden
# fail: an acceptance that no longer matches must be removed. warn: it is only reported.
unused-acceptances: fail
`;
}
