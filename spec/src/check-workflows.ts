import { resolve } from "node:path";
import { specFolder } from "./redocly.ts";
import { workflowProblems } from "./workflow-problems.ts";

const file = process.argv[2] ?? `${specFolder}workflows.arazzo.yaml`;
const problems = await workflowProblems(resolve(file));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
