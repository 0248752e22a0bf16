import type { VersionCheck } from "../check-version.ts";
import type { Impact } from "../compare/rule.ts";
import type { Position } from "../document/source-file.ts";
import type { PolicyReport } from "../policy/policy-file.ts";
import type { AcceptanceState, SettledChange, Weight } from "../policy/settle.ts";
import type { TypesReport } from "../policy/settle-types.ts";
import type { LintProblem } from "../redocly/lint.ts";

/** A change as it is reported: its file is relative to the working folder. */
export interface ReportedChange extends Omit<SettledChange, "location" | "rule" | "impact"> {
  readonly rule: string;
  readonly impact: Weight;
  /** `side` is there where the file is that of the base's commit. */
  readonly location?: Position & { readonly side?: "base" };
}

/** How one step of `check` ended. */
export type StepResult = "passed" | "failed" | "not-judged";

/** One step of `check`. */
export interface StepOutcome {
  readonly name: string;
  /** `changes` and `lint` are the gate's own; their findings stand in the report itself. */
  readonly kind: "changes" | "types" | "lint" | "command";
  readonly result: StepResult;
  readonly seconds: number;
  /** What the command printed, or why the gate could not judge. */
  readonly output: string;
}

/** What `diff` and `check` report, in every format; the JSON format is this as it stands. */
export interface Report {
  /** Name of the base, such as a file or `origin/main`. */
  readonly base: string;
  readonly revision: string;
  /** What the changes ask for, of which an accepted one asks for a minor version; absent where the gate could not judge. */
  readonly impact?: Impact;
  readonly changes: readonly ReportedChange[];
  readonly version?: VersionCheck;
  /** The command that moves the version, for people. */
  readonly versionCommand?: string;
  readonly policy?: PolicyReport;
  /** Every acceptance, and whether it matches a change. */
  readonly acceptances?: readonly AcceptanceState[];
  /** What stops compiling for those who use the generated types; only where that was asked for. */
  readonly types?: TypesReport;
  /** Whether the base has no description, so that nothing can break. */
  readonly isFirst?: boolean;
  /** The problems that the base does not have. */
  readonly lint?: readonly LintProblem[];
  /** The steps of `check`. */
  readonly steps?: readonly StepOutcome[];
  /** What the command exits with. */
  readonly exitCode?: 0 | 1 | 2;
}
