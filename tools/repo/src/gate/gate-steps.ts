import { join, relative } from "node:path";
import { type ProgramResult, runGate, runProgram } from "../run-gate.ts";
import type { Format } from "./gate-options.ts";

/** What the steps work on. */
export interface GateContext {
  readonly root: string;
  readonly base: string;
  readonly revision: string;
  readonly format: Format;
}

/** One part of the gate: a program that exits 0 when it is content. */
export interface GateStep {
  readonly name: string;
  run(): Promise<ProgramResult>;
}

/** Every part of the gate, in the order in which a reader wants to know. */
export function gateSteps({ root, base, revision, format }: GateContext): GateStep[] {
  const node = (...args: string[]) => runProgram(process.execPath, args, root);
  const pnpm = (...args: string[]) => runProgram("pnpm", args, root);
  const redocly = (...args: string[]) => pnpm("--filter", "@compute-host/spec", "exec", "redocly", ...args);
  const lint = [
    "lint",
    revision,
    "--config",
    "redocly.yaml",
    "--format",
    format === "text" ? "codeframe" : format,
  ];
  const report = [join("spec", "src", "report.ts"), revision, "--base", base];
  return [
    {
      name: "Changes and version",
      run: () => judgeChanges({ root, base, revision, format }),
    },
    {
      name: "Lint",
      run: () => redocly(...lint),
    },
    {
      name: "Coverage and score",
      run: () => node(...report, ...(format === "markdown" ? ["--markdown"] : [])),
    },
    {
      name: "Drift of generated files",
      run: () => pnpm("--recursive", "--if-present", "run", "generate", "--check"),
    },
    {
      name: "Change log and package versions",
      run: () => node(join("tools", "repo", "src", "release", "check-version.ts")),
    },
  ];
}

/** The version has to move for what callers and readers can notice; changes of words wait for the next one. */
async function judgeChanges({ root, base, revision, format }: GateContext): Promise<ProgramResult> {
  const files = [base, relative(root, revision)];
  const strict = await runGate(["diff", ...files, "--check-version", "--format", format], root);
  if (strict.exitCode !== 1) return strict;
  const { stdout } = await runGate(["diff", ...files, "--format", "json"], root);
  const { impact } = JSON.parse(stdout) as { impact: string };
  return impact === "patch" ? runGate(["diff", ...files, "--format", format], root) : strict;
}
