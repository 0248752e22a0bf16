import { join } from "node:path";
import { rules } from "@compute-host/spec-gate/rules";
import { workspaceRoot } from "../packages/published-packages.ts";

/** The file with the rules of the gate in the docs. */
export const gateRulesFile = join(workspaceRoot, "packages/docs/generated/gate-rules.gen.json");

/** The rules of the gate, in the order of its table. */
export function collectGateRules(): readonly object[] {
  return Object.entries(rules)
    .toReversed()
    .map(([name, { impact, message, instead }]) => ({ name, impact, message, instead }));
}
