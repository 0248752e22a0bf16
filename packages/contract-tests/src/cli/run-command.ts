import { writeFileSync } from "node:fs";
import { UsageError } from "@compute-host/command-line";
import { allCases } from "../cases/all-cases.ts";
import type { ContractCase } from "../cases/contract-case.ts";
import { loadApi } from "../openapi/load-api.ts";
import { jsonReport } from "../report/json-report.ts";
import { junitReport } from "../report/junit-report.ts";
import { formatFailures, formatSummary, painterFor } from "../report/summary.ts";
import { percent, shownShare } from "../report/totals.ts";
import { openJournal } from "../run/journal.ts";
import type { CaseOutcome, RunResult } from "../run/outcome.ts";
import { createSetting, restoreAll, runContract } from "../run/run-contract.ts";
import { remoteTarget } from "../targets/remote-target.ts";
import { type CommandOptions, type Environment, parseOptions, type ReportKind } from "./options.ts";
import { checkTarget } from "./preflight.ts";
import { createProgress } from "./progress.ts";

/** The streams and the signal of a process. */
export interface CommandIo {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Stops the run. */
  readonly signal: AbortSignal;
}

const writers: Readonly<Record<ReportKind, (result: RunResult) => string>> = {
  junit: junitReport,
  json: jsonReport,
};

/**
 * Runs the command.
 *
 * @returns the exit code: 0 passed, 1 failed, 2 a required case was left out or the suite could not run
 * @throws UsageError if it was called incorrectly
 */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const options = parseOptions(args, environment);
  const api = loadApi();
  const cases = allCases(api).filter((one) => isWanted(one, options.only));
  if (options.listsCases) return listCases(cases, io);
  if (cases.length === 0) throw new UsageError("--only matches no case; see --list.");
  const target = remoteTarget(options);
  const journal = openJournal(options.journal, target.baseUrl);
  const setting = createSetting(target, api, journal, options.seed);
  if (options.restores) return restore(setting, io);
  if (journal.entries.size > 0) {
    const ids = [...journal.entries.keys()].join(", ");
    throw new UsageError(`An earlier run left ${ids} changed. Restore them with --restore, then run again.`);
  }
  await checkTarget(target, api);
  io.stdout.write(`The contract of ${target.name}: ${cases.length} cases\n`);
  const progress = createProgress(io.stdout, cases.length);
  const result = await runContract(target, {
    api,
    cases,
    journal,
    seed: options.seed,
    signal: io.signal,
    onOutcome: progress.report,
    toleratesDecisions: !options.requiresDecisions,
  });
  progress.end();
  for (const { kind, file } of options.reports) writeFileSync(file, writers[kind](result));
  return conclude(result, options, io);
}

function isWanted({ title, theme, operationId }: ContractCase, only: RegExp | undefined): boolean {
  return only === undefined || only.test(`${title}\n${theme}\n${operationId}`);
}

function listCases(cases: readonly ContractCase[], { stdout }: CommandIo): number {
  for (const { title, theme } of cases) stdout.write(`${theme.padEnd(17)}  ${title}\n`);
  return 0;
}

async function restore(setting: Parameters<typeof restoreAll>[0], io: CommandIo): Promise<number> {
  const ids = [...setting.journal.entries.keys()];
  if (ids.length === 0) io.stdout.write("There is nothing to restore.\n");
  const problems = await restoreAll(setting);
  const restored = ids.filter((id) => !setting.journal.entries.has(id));
  if (restored.length > 0) io.stdout.write(`Put back: ${restored.join(", ")}.\n`);
  for (const problem of problems) io.stderr.write(`Not restored: ${problem}\n`);
  return problems.length > 0 ? 2 : 0;
}

function conclude(result: RunResult, options: CommandOptions, io: CommandIo): number {
  const paint = painterFor(io.stdout);
  const { outcomes, unrestored, isInterrupted, trouble } = result;
  const failed = outcomes.filter(({ outcome }) => outcome === "failed");
  const isTolerated = ({ basis }: CaseOutcome) => !options.requiresDecisions && basis === "decision";
  const failures = failed.filter((one) => !isTolerated(one));
  const tolerated = failed.filter(isTolerated);
  const lines = [
    "",
    ...(tolerated.length > 0 ? ["Differs from this project's decisions, as another service may:", ""] : []),
    ...formatFailures(tolerated, paint),
    ...(tolerated.length > 0 && failures.length > 0 ? ["Differs from the interface:", ""] : []),
    ...formatFailures(failures, paint),
    formatSummary(result, paint),
  ];
  io.stdout.write(`${lines.join("\n")}\n`);
  const leftOut = outcomes.filter(({ outcome }) => outcome === "left out");
  const missing = options.requiresAll ? leftOut : [];
  if (missing.length > 0) {
    io.stderr.write(
      `Required, but left out: ${missing.length} cases, such as "${missing[0]?.contractCase.title}".\n`,
    );
  }
  for (const problem of unrestored) {
    io.stderr.write(`Not restored: ${problem}\nIt is in ${options.journal}; try --restore.\n`);
  }
  if (trouble !== undefined) {
    io.stderr.write(`${trouble} after ${outcomes.length} cases: nothing else was proved.\n`);
    return 2;
  }
  const share = shownShare(result);
  const isShown = share >= options.requiredShare;
  if (!isShown) {
    io.stderr.write(
      `Not proved: the records let ${percent(share)} of the allowed cases run, and ` +
        `${percent(options.requiredShare)} are required. Add what is named above, or accept less with --require N%.\n`,
    );
  }
  if (isInterrupted) {
    io.stderr.write(`Interrupted; ${unrestored.length === 0 ? "everything was restored" : "see above"}.\n`);
    return 2;
  }
  if (failures.length > 0) return 1;
  return missing.length > 0 || !isShown || unrestored.length > 0 ? 2 : 0;
}
