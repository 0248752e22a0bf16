import { resolve } from "node:path";
import { existingFile, readArguments } from "@compute-host/command-line";
import { specFolder } from "./redocly.ts";
import { workflowProblems } from "./workflow-problems.ts";

const { positionals } = readArguments({
  command: "node spec/src/check-workflows.ts",
  about: "Checks that the workflows fit the description.",
  arguments: [{ name: "FILE", accepts: existingFile, about: "the workflows (spec/workflows.arazzo.yaml)" }],
});
const [file = `${specFolder}workflows.arazzo.yaml`] = positionals;
const problems = await workflowProblems(resolve(file));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
