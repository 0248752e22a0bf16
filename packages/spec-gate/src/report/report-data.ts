import type { VersionCheck } from "../decide/check-version.ts";
import type { PolicyReport } from "../decide/policy-file.ts";
import type { AcceptanceState, SettledChange } from "../decide/settle.ts";
import type { Impact } from "../rules/rule.ts";

/** The verdict on a change to an API description in every format; the JSON format is exactly this object. */
export interface Report {
  /** Name of the base, such as a file or `origin/main`. */
  readonly base: string;
  readonly revision: string;
  /** The release that the changes require (minor for an accepted change); absent if the gate has no verdict. */
  readonly impact?: Impact;
  readonly changes: readonly SettledChange[];
  readonly version?: VersionCheck;
  readonly policy?: PolicyReport;
  /** Every acceptance with its state. */
  readonly acceptances?: readonly AcceptanceState[];
  /** Whether the base has no description, so that nothing can break. */
  readonly isFirst?: boolean;
  /** What could not be compared as the arguments ask. */
  readonly notice?: string;
  /** Whether nothing was compared, so that "no change" says nothing. */
  readonly isUncompared?: boolean;
  /** The last day on which the gate only reports; only if it fails afterwards. */
  readonly baseline?: string;
  /** Why there is no verdict; only in a report on several descriptions. */
  readonly error?: string;
  /** Where the error is, if its line is known. */
  readonly errorAt?: { readonly file: string; readonly line: number };
  /** The exit code of the command. */
  readonly exitCode?: 0 | 1 | 2;
}
