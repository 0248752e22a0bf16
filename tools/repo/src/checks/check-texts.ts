/** Checks what Markdown and the workflows name and show, prints each problem, and exits with 1 if there are any. */
import { lintWorkflows } from "./lint-workflows.ts";
import { checkMarkdown } from "./markdown.ts";
import { checkReadmePrograms } from "./readme-programs.ts";
import { readWorkspace, root } from "./workspace.ts";

const workspace = await readWorkspace(root);
const checks = [checkMarkdown(workspace), checkReadmePrograms(root), lintWorkflows(root)];
const problems = (await Promise.all(checks)).flat();
for (const problem of problems) console.error(problem);
process.exitCode = Math.min(problems.length, 1);
