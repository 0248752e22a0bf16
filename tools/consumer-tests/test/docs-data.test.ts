import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { collectCommandHelp, commandHelpFile } from "../src/docs/command-help.ts";

test("the docs show what the commands print; if not, run `pnpm --filter @compute-host/consumer-tests docs-data`", async () => {
  expect(JSON.parse(readFileSync(commandHelpFile, "utf8"))).toEqual(await collectCommandHelp());
});
