/** Writes the commands' help for the docs; `test/docs-data.test.ts` fails when it is out of date. */
import { writeFile } from "node:fs/promises";
import { collectCommandHelp, commandHelpFile } from "./command-help.ts";

await writeFile(commandHelpFile, `${JSON.stringify(await collectCommandHelp(), undefined, 2)}\n`);
