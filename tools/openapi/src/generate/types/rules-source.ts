import type { Api } from "../../model/api.ts";
import { rulesOf } from "../../model/rules.ts";

/** Generates the IDs of the rules, so that a case or a bug of a rule that is gone does not compile. */
export function rulesSource({ document }: Api): string {
  const ids = rulesOf(document).map(({ id }) => `\n  | ${JSON.stringify(id)}`);
  const type = ids.length === 0 ? " never" : ids.join("");
  return `/** A rule of the interface, by its place in the description. */\nexport type RuleId =${type};\n`;
}
