/** Writes what the docs show of the commands; `test/docs-data.test.ts` tells when it has to be written again. */
import { writeFile } from "node:fs/promises";
import { collectCommandHelp, commandHelpFile } from "./command-help.ts";

await writeFile(commandHelpFile, `${JSON.stringify(await collectCommandHelp(), undefined, 2)}\n`);
