import { expect, test } from "vitest";
import { collectCommandHelp, commandHelpFile } from "../src/docs/command-help.ts";
import { collectGateRules, gateRulesFile } from "../src/docs/gate-rules.ts";

test("the docs show the current help of the commands; `pnpm docs-data` in this package updates them", async () => {
  const help = `${JSON.stringify(await collectCommandHelp(), undefined, 2)}\n`;
  await expect(help).toMatchFileSnapshot(commandHelpFile);
});

test("the docs show the rules that the gate applies; if not, run the same command", async () => {
  await expect(`${JSON.stringify(collectGateRules(), undefined, 2)}\n`).toMatchFileSnapshot(gateRulesFile);
});
