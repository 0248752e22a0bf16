/**
 * Updates the programs in READMEs from their files. With `--check` it writes nothing, and exits with 1 if one
 * differs.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkReadmePrograms, writeReadmePrograms } from "./readme-programs.ts";
import { readWorkspace } from "./workspace.ts";

// `--check` writes nothing, and exits with 1 if a README differs.
const { values } = parseArgs({ options: { check: { type: "boolean" } } });
const workspace = await readWorkspace(fileURLToPath(new URL("../../../../", import.meta.url)));
if (values.check) {
  const problems = await checkReadmePrograms(workspace);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(
      "To fix it: pnpm generate; a new program needs a file that tests run, named as in `<!-- from packages/docs/samples/... -->`",
    );
    process.exitCode = 1;
  }
} else {
  await writeReadmePrograms(workspace);
}
