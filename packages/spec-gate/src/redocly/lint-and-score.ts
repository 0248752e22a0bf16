import { relative } from "node:path";
import { SpecGateError } from "../spec-gate-error.ts";
import { runRedocly } from "./run-redocly.ts";

/** One problem that the linter sees. */
export interface LintProblem {
  readonly rule: string;
  readonly severity: "error" | "warn";
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

/** The figures of `redocly score`, from 0 to 100. */
export interface Score {
  readonly agentReadiness: number;
  readonly discoverability: number;
}

interface RedoclyLint {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: "error" | "warn";
    readonly message: string;
    readonly location: readonly {
      readonly source: { readonly ref: string };
      readonly start?: { readonly line: number };
    }[];
  }[];
}

/**
 * Lints a description.
 * @param config Redocly configuration; without it, `redocly.yaml` of the working folder, or else the recommended rules
 * @throws SpecGateError when the linter gives no report
 */
export async function lint(file: string, config: string | undefined): Promise<LintProblem[]> {
  const { problems } = await reportOf<RedoclyLint>("lint", file, [
    ...(config === undefined ? [] : ["--config", config]),
    ...["--max-problems", "1000"],
  ]);
  return problems.map(({ ruleId, severity, message, location: [place] }) => ({
    rule: ruleId,
    severity,
    message,
    file: relative(process.cwd(), place?.source.ref ?? file),
    line: place?.start?.line ?? 1,
  }));
}

/**
 * Scores a description.
 * @throws SpecGateError when it cannot be scored
 */
export async function score(file: string): Promise<Score> {
  const { agentReadiness, discoverability } = await reportOf<Score>("score", file, []);
  return { agentReadiness, discoverability };
}

async function reportOf<T>(command: string, file: string, options: readonly string[]): Promise<T> {
  const { stdout, stderr } = await runRedocly([command, file, ...options, "--format", "json"]);
  const start = stdout.indexOf("{");
  if (start < 0) {
    throw new SpecGateError(`redocly ${command} gave no report: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  }
  return JSON.parse(stdout.slice(start)) as T;
}
