import { rules } from "../compare/rules.ts";
import { typeRules } from "../types/type-rules.ts";

/** What each rule asks for where no policy file says otherwise. */
export const defaultImpacts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...Object.entries(rules), ...Object.entries(typeRules)].map(([id, { impact }]) => [id, impact]),
  ),
  "text-changed": "patch",
  rearranged: "patch",
  malformed: "patch",
};

/** Every rule with what it asks for, as the policy file that changes nothing. */
export function ruleTable(): string {
  const entries = Object.entries(defaultImpacts).map(([id, impact]) => {
    const isSetting = impact === "major" || impact === "minor";
    return isSetting ? `  ${id}: ${impact}` : `  # ${id}: ${impact} (set it to major, minor or off)`;
  });
  return `# What each rule asks for: major holds a change back, minor asks for a version, off leaves it out.
rules:
${entries.join("\n")}
# forbidden: a breaking change needs an acceptance. with-version: the version that it asks for is the permission.
breaking: forbidden
# fail: an acceptance that matches no change any more has to go. warn: it is only named.
unused-acceptances: fail
`;
}
