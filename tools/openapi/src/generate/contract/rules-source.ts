import type { Api } from "../../model/api.ts";
import { rulesOf } from "../../model/rules.ts";
import { generatedHeader } from "../generated-file.ts";

/** Generates the IDs of the rules, so that a case or a bug of a rule that is gone does not compile. */
export function rulesSource({ document }: Api, command: string): string {
  const ids = rulesOf(document).map(({ id }) => `\n  | ${JSON.stringify(id)}`);
  const type = ids.length === 0 ? " never" : ids.join("");
  return `${generatedHeader(command)}\n/** A rule of the interface, by its place in the description. */\nexport type RuleId =${type};\n`;
}
