/** Writes the commands' help for the docs; `test/docs-data.test.ts` fails when it is out of date. */
import { writeFile } from "node:fs/promises";
import { readArguments } from "@compute-host/command-line";
import { collectCommandHelp, commandHelpFile } from "./command-help.ts";

readArguments({
  command: "pnpm --filter @compute-host/consumer-tests docs-data",
  about: "Writes the help of the published commands for the docs.",
});
await writeFile(commandHelpFile, `${JSON.stringify(await collectCommandHelp(), undefined, 2)}\n`);
