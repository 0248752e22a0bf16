import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { baseFromGit } from "./gate-base.ts";
import { type GateOptions, gateOptions, usage } from "./gate-options.ts";
import { exitCodeOf, markdownReport, partReport, type StepOutcome } from "./gate-report.ts";
import { gateSteps } from "./gate-steps.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

process.exitCode = await gate(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  return 2;
});

async function gate(args: readonly string[]): Promise<number> {
  const options = gateOptions(args);
  const folder = await mkdtemp(join(tmpdir(), "spec-gate-"));
  const started = Date.now();
  try {
    const outcomes = await judge(options, folder);
    if (options.format === "markdown") process.stdout.write(markdownReport(outcomes));
    const failed = outcomes.filter(({ result }) => result.exitCode !== 0).length;
    process.stderr.write(
      `${outcomes.length - failed} of ${outcomes.length} parts passed in ${seconds(started)} s\n`,
    );
    return exitCodeOf(outcomes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the parts side by side, telling on the error output how far it is, and reports them in their order. */
async function judge(options: GateOptions, folder: string): Promise<StepOutcome[]> {
  const revision = resolve(options.revision);
  const base = options.base
    ? resolve(options.base)
    : await baseFromGit(root, { ref: options.baseRef, revision, folder });
  const running = gateSteps({ root, base, revision, format: options.format }).map(async ({ name, run }) => {
    const started = Date.now();
    const outcome = { name, result: await run(), seconds: Number(seconds(started)) };
    process.stderr.write(`> ${name}: ${outcome.seconds} s\n`);
    return outcome;
  });
  process.stderr.write(`> ${running.length} parts of the gate run side by side ...\n`);
  const outcomes = await Promise.all(running);
  for (const outcome of options.format === "markdown" ? [] : outcomes) {
    process.stdout.write(partReport(outcome, options.format));
  }
  return outcomes;
}

function seconds(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(1);
}
