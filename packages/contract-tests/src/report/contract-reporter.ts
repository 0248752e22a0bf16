import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { Reporter } from "vitest/node";
import { formatRun } from "./format-run.ts";
import { type RunReport, runReportFolder } from "./run-report.ts";

/** Prints what each run covered and what it left out, and writes both to `reports/contract.json`. */
export class ContractReporter implements Reporter {
  readonly #namesSkipped: boolean;

  constructor(options: { namesSkipped: boolean }) {
    this.#namesSkipped = options.namesSkipped;
  }

  async onTestRunStart(): Promise<void> {
    await rm(runReportFolder, { recursive: true, force: true });
    await mkdir(runReportFolder, { recursive: true });
  }

  async onTestRunEnd(): Promise<void> {
    const names = (await readdir(runReportFolder)).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, runReportFolder), "utf8")));
    const runs = texts.map((text) => JSON.parse(text) as RunReport);
    await writeFile(
      new URL("../contract.json", runReportFolder),
      `${JSON.stringify({ runs }, undefined, 2)}\n`,
    );
    for (const run of runs) console.log(`\n${formatRun(run, { namesSkipped: this.#namesSkipped })}`);
  }
}
