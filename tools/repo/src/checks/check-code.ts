/** Checks the imports between folders against `tools/repo/layers.txt`, prints each wrong one, and exits with 1 if there are any. */
import { checkLayers } from "./layer-imports.ts";
import { readWorkspace, root } from "./workspace.ts";

const problems = await checkLayers(await readWorkspace(root));
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error("To fix it: remove the import, or change tools/repo/layers.txt");
process.exitCode = Math.min(problems.length, 1);
