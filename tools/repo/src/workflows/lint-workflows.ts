import { glob, readdir, readFile } from "node:fs/promises";
import { readArguments } from "@compute-host/command-line";
import { lintWorkflows } from "./lint.ts";
import { readWorkflow } from "./workflow.ts";

readArguments({
  command: "node tools/repo/src/workflows/lint-workflows.ts",
  about: "Lints the workflows and actions in .github.",
});
const root = new URL("../../../../", import.meta.url);
const folder = new URL(".github/workflows/", root);
const { scripts } = JSON.parse(await readFile(new URL("package.json", root), "utf8")) as {
  scripts: Record<string, string>;
};
const files = (await readdir(folder)).filter((file) => /\.ya?ml$/.test(file)).toSorted();
const workflows = await Promise.all(
  files.map(async (file) => readWorkflow(file, await readFile(new URL(file, folder), "utf8"))),
);
const actionFiles = await Array.fromAsync(glob("*/action.yml", { cwd: new URL("../actions/", folder) }));
const actions = await Promise.all(
  actionFiles.map(async (file) => ({
    file: `actions/${file}`,
    text: await readFile(new URL(`../actions/${file}`, folder), "utf8"),
  })),
);
const problems = await lintWorkflows(workflows, Object.keys(scripts), actions);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`workflows: ${files.length}, actions: ${actions.length}, problems: ${problems.length}
`);
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0;
