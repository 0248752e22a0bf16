import { reportFormats } from "../report/report.ts";

/** What `--help` prints. */
export function helpText(): string {
  return `spec-gate: does a change of an OpenAPI description break anybody?

Usage
  spec-gate check [<revision>] [options]
  spec-gate diff <base> [<revision>] [options]
  spec-gate diff --base-ref <git ref> [<revision>] [options]
  spec-gate format <report.json> --format <name>
  spec-gate rules

check is all that a pull request has to pass: the change, info.version moved as the change asks (words alone wait for
the next version), no problem that is new to the linter, and every --step. All of it runs side by side.

rules prints every rule as the policy file that changes nothing.

The revision is spec/openapi.yaml unless named. Without a base it is compared with the commit in which the branch left
origin/HEAD, origin/main, origin/master, main or master.

Options
  --base <file>       the version to compare with
  --revision <file>   the version to judge
  --base-ref <ref>    take the base from git, such as origin/main, or origin/main:old/path.yaml
  --merge-base        compare with the commit in which the branch left --base-ref
  --format <name>     ${reportFormats.join(" | ")} (text)
  --policy <file>     what each rule asks for (spec-gate.yaml)
  --accepted <file>   the breaking changes that are meant (spec-gate-accepted.yaml)
  --accept            add what breaks to that file, and drop from it what matches nothing any more
  --reason <text>     why, for --accept
  --until <version>   the version of the API from which on it holds no longer, for --accept (the next major one)
  --types             also tell what stops compiling for those who use the TypeScript types that openapi-typescript
                      gives, although requests and responses may be the same
  --check-version     diff: also fail unless info.version moved as the change asks
  --config <file>     check: the linter's Redocly configuration (redocly.yaml; without either, nothing is linted)
  --step "name=cmd"   check: also run a command; 0 passes, 1 fails, anything else could not judge. It finds the two
                      files in $SPEC_GATE_BASE (empty for a first description) and $SPEC_GATE_REVISION
  --version-command <cmd>
                      check: the command to name where info.version has to move; the version is added to it
  --max-bytes <n>     format: cut Markdown after an entry, and say so
  --rest <sentence>   format: where the rest of a cut report is
  -h, --help          this text

Exit code
  0  nothing breaks, and every step passed
  1  a change breaks callers or readers, info.version did not move as asked, or a step failed
  2  no verdict: a file cannot be read, a reference leads nowhere, there is no base, or a step could not judge

Examples
  spec-gate diff openapi.old.yaml openapi.yaml
  spec-gate diff --base-ref v1.2.0 api/openapi.yaml --check-version
  spec-gate check api/openapi.yaml --step "Types=npm run generate && git diff --exit-code"
  spec-gate check api/openapi.yaml --base-ref origin/main --merge-base --format json > report.json
  spec-gate format report.json --format markdown
  spec-gate check api/openapi.yaml --accept --reason "Nobody reads it any more, says the mobile team"
  spec-gate rules > spec-gate.yaml
  spec-gate diff old.yaml new.yaml --format json | jq -r .impact
`;
}
