import { resolve } from "node:path";
import { specFolder } from "./redocly.ts";
import { workflowProblems } from "./workflow-problems.ts";

const [file = `${specFolder}workflows.arazzo.yaml`] = process.argv.slice(2);
const problems = await workflowProblems(resolve(file));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
