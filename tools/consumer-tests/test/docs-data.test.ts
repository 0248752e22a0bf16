import { expect, test } from "vitest";
import { collectCommandHelp, commandHelpFile } from "../src/docs/command-help.ts";

test("the docs show the current help of the commands; `pnpm docs-data` in this package updates them", async () => {
  const help = `${JSON.stringify(await collectCommandHelp(), undefined, 2)}\n`;
  await expect(help).toMatchFileSnapshot(commandHelpFile);
});
