/**
 * Checks the imports between folders against `tools/repo/layers.txt`, the inputs of turbo's tasks against what they
 * read, and the version of the description against its packages; prints each problem, and exits with 1 if there are
 * any.
 */
import { checkLayers } from "./layer-imports.ts";
import { checkSharedVersion } from "./shared-version.ts";
import { checkTaskInputs } from "./task-inputs.ts";
import { readWorkspace, root } from "./workspace.ts";

const workspace = await readWorkspace(root);
const imports = await checkLayers(workspace);
for (const problem of imports) console.error(problem);
if (imports.length > 0) console.error("To fix it: remove the import, or change tools/repo/layers.txt");
const others = [...(await checkTaskInputs(workspace)), ...(await checkSharedVersion(workspace))];
for (const problem of others) console.error(problem);
process.exitCode = Math.min(imports.length + others.length, 1);
