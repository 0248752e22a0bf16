import { reportFormats } from "../report/report.ts";

/** What `--help` prints. */
export function helpText(): string {
  return `spec-gate: does a change of an OpenAPI description break anybody?

Usage
  spec-gate diff <base> [<revision>] [options]
  spec-gate diff --base-ref <git ref> [<revision>] [options]
  spec-gate check --base <file> --revision <file> [options]

check is all that a pull request has to pass: diff, lint, and info.version moved as the change asks (words alone
wait for the next version). It also tells how the score moved.

The revision is spec/openapi.yaml unless named.

Options
  --base <file>       the version to compare with; the same as the first argument
  --revision <file>   the version to judge; the same as the second argument
  --base-ref <ref>    take the base from git, such as origin/main
  --format <name>     ${reportFormats.join(" | ")} (text)
  --config <file>     the linter's Redocly configuration, for check (redocly.yaml, or the recommended rules)
  --check-version     also fail unless info.version moved as the change asks
  -h, --help          this text

Exit code
  0  nothing breaks
  1  a change breaks callers or readers, info.version did not move as asked, or the linter sees an error
  2  no verdict: a file cannot be read, a description is invalid, or there is no base

Examples
  spec-gate diff openapi.old.yaml openapi.yaml
  spec-gate diff --base-ref origin/main
  spec-gate diff --base-ref v1.2.0 api/openapi.yaml --check-version
  spec-gate check --base-ref origin/main --config redocly.yaml --format github-actions
  spec-gate diff old.yaml new.yaml --format json | jq -r .impact
`;
}
