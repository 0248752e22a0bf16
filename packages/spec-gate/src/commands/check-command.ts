import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { readApiDocument } from "../document/api-document.ts";
import { malformedParts } from "../document/malformed.ts";
import { isHeld } from "../policy/verdict.ts";
import { newLintProblems } from "../redocly/lint.ts";
import type { Report, StepOutcome } from "../report/report-data.ts";
import { visible } from "../report/visible.ts";
import { withoutCommands } from "../report/workflow-command.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import type { Description } from "./descriptions.ts";
import { type CommandResult, type DiffArguments, forEachDescription } from "./diff-command.ts";
import { judgeRemoved, judgeVersions } from "./judge-versions.ts";
import { parseStep, type Step, StepRunner } from "./step.ts";
import { type Base, withBase } from "./with-base.ts";

/** The arguments of `check`. */
export interface CheckArguments extends Omit<DiffArguments, "isVersionChecked"> {
  /** Redocly configuration for the linter; without it, and without `redocly.yaml`, `check` does not lint. */
  readonly config?: string | undefined;
  /** Additional steps, each as `name=command`. */
  readonly steps?: readonly string[] | undefined;
  /** The command that bumps the version, named in the message that requires one. */
  readonly versionCommand?: string | undefined;
}

/**
 * Runs everything a change has to pass in parallel: the comparison, the linter and the steps from the command
 * line, for each description. Exits with 0 when all pass, 2 when one has no verdict, otherwise 1.
 */
export async function checkCommand(
  args: CheckArguments,
  progress: (line: string) => void = (line) =>
    process.stderr.write(`${withoutCommands(visible(line.trimEnd()))}\n`),
): Promise<CommandResult> {
  const steps = (args.steps ?? []).map(parseStep);
  return forEachDescription(args, (description, count) => {
    const { file: revision, isRemoved } = description;
    const named = (line: string) => progress(count > 1 ? line.replace(">", `> ${revision}:`) : line);
    return withBase({ ...args, revision, isRemoved }, (base) =>
      checkOne(base, description, { ...args, steps: isRemoved ? [] : steps, progress: named }),
    );
  });
}

async function checkOne(
  base: Base,
  { file: revision, isRemoved }: Description,
  {
    steps,
    progress,
    ...args
  }: Omit<CheckArguments, "steps"> & {
    readonly steps: readonly Step[];
    readonly progress: (line: string) => void;
  },
): Promise<Report> {
  const runner = new StepRunner(progress);
  let changes: Report = { base: base.name, revision, changes: [] };
  let lint: Report["lint"];
  const judging = isRemoved ? judgeRemoved(base, revision, args) : changesOf(base, revision, args);
  const running = [
    runner.runOwn("Changes and version", "changes", async () => {
      changes = await judging;
      // A text-only change needs no version of its own; it ships with the next one.
      return !isHeld(changes, { isWordsVersionFree: true });
    }),
    ...(isLinted(args) && !isRemoved
      ? [
          runner.runOwn("Lint", "lint", async () => {
            lint = await newLintProblems(base.file, revision, args.config);
            return lint.every(({ severity }) => severity !== "error");
          }),
        ]
      : []),
    ...steps.map((step) => runner.runCommand(step, environment(base, revision))),
  ];
  if (running.length > 1) progress(`> ${running.length} steps run in parallel ...\n`);
  const outcomes = await Promise.all(running);
  const { versionCommand } = args;
  return {
    ...changes,
    ...(versionCommand === undefined ? {} : { versionCommand }),
    ...(lint === undefined ? {} : { lint }),
    steps: outcomes,
    exitCode: exitCodeOf(outcomes),
  };
}

/** Compares a first description with itself: it has to be valid, and nothing can break. */
async function changesOf(base: Base, revision: string, args: CheckArguments): Promise<Report> {
  if (base.file !== undefined)
    return judgeVersions(
      {
        base,
        file: base.file,
        revision,
        isVersionChecked: true,
        isWitnessed: args.isWitnessed,
      },
      args,
    );
  const document = readApiDocument(revision);
  const [malformed] = malformedParts(document.root);
  if (malformed) {
    const { file = revision, line = 1 } = document.positionOf(malformed.node, [], malformed.path) ?? {};
    throw new SpecGateError(
      `${relative(process.cwd(), resolve(file))}:${line} is not valid OpenAPI: ${malformed.message}`,
    );
  }
  const report = await judgeVersions(
    { base, file: revision, revision, isVersionChecked: false },
    { policy: args.policy },
  );
  return { ...report, isFirst: true };
}

function isLinted({ config }: CheckArguments): boolean {
  return config !== undefined || existsSync("redocly.yaml");
}

/** The environment variables that tell a step which files are compared. */
function environment({ file }: Base, revision: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NO_COLOR: "1",
    SPEC_GATE_BASE: file === undefined ? "" : resolve(file),
    SPEC_GATE_REVISION: resolve(revision),
  };
}

function exitCodeOf(outcomes: readonly StepOutcome[]): 0 | 1 | 2 {
  const results = outcomes.map(({ result }) => result);
  return results.includes("not-judged") ? 2 : results.includes("failed") ? 1 : 0;
}
