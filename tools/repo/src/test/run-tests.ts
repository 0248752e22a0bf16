/**
 * `npm test`, or with `full` `pnpm test:full`: runs the tasks and ends with one line, `N passed, N failed`.
 * If `CI` is set, a skipped test that could run counts as failed. If `TALLY_FILE` names a file, the two
 * numbers go there instead, so that `.ci/run` can add up both runs.
 */
import { appendFile, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTasks } from "../turbo.ts";
import { formatRows, readReports, skippedTests, type TaskTally, tallyTask, wronglySkipped } from "./tally.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const [mode, ...args] = process.argv.slice(2);
const isFull = mode === "full";
const isInCi = Boolean(process.env.CI);
const started = Date.now();
console.log(
  isFull
    ? "> The long suites: what takes too long for every change ..."
    : "> Format, lint, types, spec, drift, imports, unit, contract, consumers and docs ...",
);
const { exitCode, tasks } = await runTasks(root, [
  ...(isFull
    ? ["test:full", "spec:consumers"]
    : ["build", "check", "check:texts", "change-notes", "typecheck", "test", "test:client"]),
  "--continue",
  // One task per core, so that CPU-bound tasks do not slow down tests that wait.
  `--concurrency=${Math.max(2, availableParallelism())}`,
  "--log-order=grouped",
  "--output-logs=errors-only",
  ...args,
]);

const rows = await Promise.all(
  tasks.map(async (task): Promise<TaskTally> => {
    const reports = await readReports(join(root, task.directory), task.taskId);
    const skipped = skippedTests(reports);
    const { passed, failed } = tallyTask(task, reports);
    const tally = { passed, failed: failed + (isInCi ? wronglySkipped(skipped).length : 0) };
    return { task, tally, skipped };
  }),
);
await rm(join(root, ".turbo", "runs"), { recursive: true, force: true });
const passed = rows.reduce((sum, { tally }) => sum + tally.passed, 0);
const counted = rows.reduce((sum, { tally }) => sum + tally.failed, 0);
const failed = exitCode !== 0 ? Math.max(counted, 1) : counted;
if (failed > 0 && exitCode === 0)
  console.error(
    "A test that is NOT RUN fails in CI, unless it needs root, a mount or ptrace: install what it needs.",
  );
const isRefused = exitCode !== 0 && tasks.length === 0;
if (isRefused) console.error("Turbo ran no task; the lines above say why. See npm test -- --help");

console.log(`\n${formatRows(rows)}\n\n${Math.round((Date.now() - started) / 1000)} s`);
const { TALLY_FILE: tallyFile } = process.env;
if (tallyFile) await appendFile(tallyFile, `${passed} ${failed}\n`);
else console.log(`${passed} passed, ${failed} failed`);
process.exitCode = isRefused ? 2 : Math.min(failed, 1);
