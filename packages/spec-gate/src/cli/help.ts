import { acceptancesFolder } from "../decide/acceptances.ts";
import { usualPolicyFile } from "../decide/policy-file.ts";
import { reportFormats } from "../report/report.ts";
import { defaultUntil } from "./judge-arguments.ts";
import { defaultRevision } from "./with-base.ts";

/** The text that `--help` prints. */
export function helpText(): string {
  return `spec-gate: does a change to an OpenAPI description break callers or readers?

Usage
  spec-gate check [<revision> ...] [options]
  spec-gate diff <base> [<revision>] [options]
  spec-gate diff --base-ref <git ref> [<revision> ...] [options]
  spec-gate format <report.json> --format <name>
  spec-gate rules

diff says what a change breaks. check says whether it may be merged: nothing breaks that is not accepted, info.version
moved as far as the change requires (text-only changes wait for the next version), and a first description is valid.

format converts a JSON report, which - reads from standard input. rules prints a policy file with every rule at its default.

The revision defaults to ${defaultRevision}. It can also be a folder, which stands for every description in it, or a
quoted glob, and there can be several: one report covers them all. Without a base, each is compared with the commit
where the branch left origin/HEAD, origin/main, origin/master, main or master; a description that the commit has
there and the revision lacks was removed, which breaks.

Options
  --base <file>       the version to compare with
  --base-ref <ref>    take the base from git, such as origin/main, or origin/main:old/path.yaml
  --merge-base        compare with the commit where the branch left --base-ref
  --format <name>     ${reportFormats.join(" | ")} (text)
  --policy <file>     the impact of each rule (${usualPolicyFile})
  --accept            write each breaking change to a file in the folder ${acceptancesFolder}, and delete those that
                      have expired
  --reason <text>     the reason for --accept
  --until <end>       for --accept: the API version in which it expires (${defaultUntil}), or its last day
  --witness           also show each breaking change with a request or response that one version accepts and the other
                      refuses, according to a validator
  --version           the version of the gate
  -h, --help          this text

Exit code
  0  nothing breaks
  1  a change breaks callers or readers or is not judged, an acceptance has expired, or info.version did not move as
     required
  2  no verdict: a file is unreadable, or there is no base

Examples
  spec-gate diff openapi.old.yaml openapi.yaml
  spec-gate diff --base-ref v1.2.0 api/openapi.yaml
  spec-gate check api/openapi.yaml --base-ref origin/main --merge-base --format json > report.json
  spec-gate format report.json --format markdown
  spec-gate check api/openapi.yaml --accept --reason "The mobile team no longer reads it"
`;
}
