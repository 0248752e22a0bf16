import { dirname, relative, resolve } from "node:path";
import { SpecGateError } from "../spec-gate-error.ts";
import { runRedocly } from "./run-redocly.ts";

/** A problem that the linter reports. */
export interface LintProblem {
  readonly rule: string;
  readonly severity: "error" | "warn";
  readonly message: string;
  /** Relative to the working directory. */
  readonly file: string;
  readonly line: number;
}

interface LocatedProblem extends LintProblem {
  /** Identifies the same problem across two versions of a description. */
  readonly key: string;
}

interface RedoclyLint {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: "error" | "warn";
    readonly message: string;
    readonly location: readonly {
      readonly source: { readonly ref: string };
      readonly pointer?: string;
      readonly start?: { readonly line: number };
    }[];
  }[];
}

/**
 * Returns the problems that the linter reports for the revision but not for the base.
 * @param base `undefined` for a first description, whose problems are all new
 * @param config Redocly configuration; defaults to `redocly.yaml` in the working directory
 * @throws SpecGateError if the linter prints no report
 */
export async function newLintProblems(
  base: string | undefined,
  revision: string,
  config: string | undefined,
): Promise<LintProblem[]> {
  const files = base === undefined ? [revision] : [base, revision];
  const reports = await lint(files, config);
  const [after = [], before = []] = reports.toReversed();
  const known = new Map<string, number>();
  for (const { key } of before) known.set(key, (known.get(key) ?? 0) + 1);
  return after
    .filter(({ key }) => {
      const left = known.get(key) ?? 0;
      known.set(key, left - 1);
      return left <= 0;
    })
    .map(({ key: _key, ...problem }) => problem);
}

/** Lints the files in one run, because most of its time is the linter's start. */
async function lint(files: readonly string[], config: string | undefined): Promise<LocatedProblem[][]> {
  const options = config === undefined ? [] : ["--config", config];
  const args = ["lint", ...files, ...options, "--max-problems", "1000", "--format", "json"];
  const { stdout, stderr } = await runRedocly(args);
  // It prints one indented object for each file, without even a line break between them.
  const reports = stdout.match(/(?<=^\}?)\{\n.*?^\}/gms) ?? [];
  if (reports.length < files.length) {
    throw new SpecGateError(`redocly lint printed no report: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  }
  return files.map((file, index) => problemsOf(file, JSON.parse(reports[index] ?? "") as RedoclyLint));
}

function problemsOf(file: string, { problems }: RedoclyLint): LocatedProblem[] {
  return problems.map(({ ruleId, severity, message, location: [place] }) => {
    const source = resolve(place?.source.ref ?? file);
    const inFile = source === resolve(file) ? "" : relative(dirname(resolve(file)), source);
    // Adding an item to a list shifts the items after it, so the index is not part of a problem's identity.
    const pointer = (place?.pointer ?? "").replaceAll(/\/\d+(?=\/|$)/g, "/*");
    return {
      rule: ruleId,
      severity,
      message,
      file: relative(process.cwd(), source),
      line: place?.start?.line ?? 1,
      key: JSON.stringify([ruleId, message, inFile, pointer]),
    };
  });
}
