/** `npm test`: runs every check of the workspace and ends with one line, `N passed, N failed`. */
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTasks } from "../turbo.ts";
import { readReports, type Tally, tallyTask } from "./tally.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const started = Date.now();
console.log("> Format, lint, types, spec, drift, boundaries, unit, contract, ecosystem and docs ...");
const { exitCode, tasks } = await runTasks(root, [
  "build",
  "check",
  "typecheck",
  "test",
  "--continue",
  // One task for each core: tests that wait for something are not kept from it by the others.
  `--concurrency=${Math.max(2, availableParallelism())}`,
  "--log-order=grouped",
  "--output-logs=new-only",
  ...process.argv.slice(2),
]);

const total: Tally = { passed: 0, failed: 0 };
console.log("");
for (const task of tasks.toSorted((a, b) => a.taskId.localeCompare(b.taskId))) {
  const tally = tallyTask(
    task,
    task.taskId.endsWith("#test") ? await readReports(join(root, task.directory)) : [],
  );
  total.passed += tally.passed;
  total.failed += tally.failed;
  const state = task.exitCode === undefined ? "did not run" : tally.failed > 0 ? "FAILED" : "ok";
  console.log(
    `${task.taskId.padEnd(44)} ${String(tally.passed).padStart(5)} passed ${String(tally.failed).padStart(3)} failed  ${state}`,
  );
}
await rm(join(root, ".turbo", "runs"), { recursive: true, force: true });
if (exitCode !== 0 && total.failed === 0) total.failed = 1;
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
