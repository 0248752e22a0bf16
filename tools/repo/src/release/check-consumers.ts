import { fileURLToPath } from "node:url";
import { checkConsumers } from "./consumer-problems.ts";

/** Checks that the programs of the last release still compile, and exits with 1 if one does not that nothing announces. */
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const { label, compiled, broken, problems } = await checkConsumers(root, "tools/consumer-tests");
process.stdout.write(`${compiled - broken.length} of ${compiled} programs of ${label} compile.\n`);
for (const text of broken)
  if (!problems.some((problem) => problem.startsWith(text))) process.stdout.write(`Announced: ${text}\n`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
