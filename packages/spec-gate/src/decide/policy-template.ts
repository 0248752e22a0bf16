import { rules } from "../rules/rules.ts";

/** The default impact of each rule. */
export const defaultImpacts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(rules).map(([id, { impact }]) => [id, impact])),
  "description-removed": "major",
  "text-changed": "patch",
  rearranged: "patch",
  malformed: "patch",
};

/** Formats every rule with its impact, as a policy file that changes nothing. */
export function policyTemplate(): string {
  const entries = Object.entries(defaultImpacts).map(([id, impact]) => {
    const isSetting = impact === "major" || impact === "minor";
    return isSetting ? `  ${id}: ${impact}` : `  # ${id}: ${impact} (set it to major, minor or off)`;
  });
  return `# The impact of each rule: major blocks a change, minor requires a new version, off ignores the change.
rules:
${entries.join("\n")}
# forbidden: a breaking change needs an acceptance. with-version: moving info.version as required is enough.
breaking: forbidden
# after-sunset: a removal is minor if the base has it deprecated with an x-sunset that has passed.
removal: major
# Until the end of a day, such as baseline: 2026-12-31, the gate only reports.
# Operations of the base that are not judged, such as
# { extensions: { x-internal: true }, paths: ["/beta/**"], tags: [beta] }.
exempt: {}
`;
}
