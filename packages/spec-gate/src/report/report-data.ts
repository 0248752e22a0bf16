import type { VersionCheck } from "../check-version.ts";
import type { Impact } from "../compare/rule.ts";
import type { Position } from "../document/source-file.ts";
import type { PolicyReport } from "../policy/policy-file.ts";
import type { AcceptanceState, SettledChange, Weight } from "../policy/settle.ts";
import type { LintProblem } from "../redocly/lint.ts";

/** A reported change; its file is relative to the working directory. */
export interface ReportedChange extends Omit<SettledChange, "location" | "rule" | "impact"> {
  readonly rule: string;
  readonly impact: Weight;
  /** `side` is present if the file is from the base's commit. */
  readonly location?: Position & { readonly side?: "base" };
}

/** The result of a step of `check`. */
export type StepResult = "passed" | "failed" | "not-judged";

/** A step of `check` and its result. */
export interface StepOutcome {
  readonly name: string;
  /** `changes` and `lint` are the gate's own steps; the report itself holds their findings. */
  readonly kind: "changes" | "lint" | "command";
  readonly result: StepResult;
  readonly seconds: number;
  /** The command's output, or why the gate has no verdict. */
  readonly output: string;
}

/** The report of `diff` and `check` in every format; the JSON format is exactly this object. */
export interface Report {
  /** Name of the base, such as a file or `origin/main`. */
  readonly base: string;
  readonly revision: string;
  /** The release that the changes require (minor for an accepted change); absent if the gate has no verdict. */
  readonly impact?: Impact;
  readonly changes: readonly ReportedChange[];
  readonly version?: VersionCheck;
  /** The command that bumps the version, as a suggestion. */
  readonly versionCommand?: string;
  readonly policy?: PolicyReport;
  /** Every acceptance with its state. */
  readonly acceptances?: readonly AcceptanceState[];
  /** Whether the base has no description, so that nothing can break. */
  readonly isFirst?: boolean;
  /** What was not compared as the arguments ask for. */
  readonly notice?: string;
  /** Whether nothing was compared, so that "no change" says nothing. */
  readonly isUncompared?: boolean;
  /** The last day on which the gate only reports; only if it fails afterwards. */
  readonly baseline?: string;
  /** The linter problems that the base does not have. */
  readonly lint?: readonly LintProblem[];
  /** The steps of `check`. */
  readonly steps?: readonly StepOutcome[];
  /** The exit code of the command. */
  readonly exitCode?: 0 | 1 | 2;
}
