import { expect, test } from "vitest";
import { collectCommandHelp, commandHelpFile } from "../src/docs/command-help.ts";

test("the docs show what the commands print; if not, run `pnpm --filter @compute-host/consumer-tests docs-data`", async () => {
  const help = `${JSON.stringify(await collectCommandHelp(), undefined, 2)}\n`;
  await expect(help).toMatchFileSnapshot(commandHelpFile);
});
