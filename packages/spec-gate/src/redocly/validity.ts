import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { SpecGateError } from "../spec-gate-error.ts";
import { runRedocly } from "./run-redocly.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";

/** One problem that keeps a description from being judged. */
export interface Problem {
  readonly file: string;
  readonly pointer: string;
  readonly message: string;
}

const validityConfig = `extends: []
telemetry: off
rules:
  struct: error
  no-unresolved-refs: error
`;

// The contract can be read in spite of these: a text is missing, or a key is there that means nothing.
const readableAllTheSame = [/^The field `description` must be present/, /is not expected here/];

/** The problems of the files that keep them from being judged; a linter's questions of style are none. */
export async function validityProblems(files: readonly string[]): Promise<Problem[]> {
  return withTemporaryFolder(async (folder) => {
    const config = join(folder, "redocly.yaml");
    writeFileSync(config, validityConfig);
    const args = ["lint", ...files, "--config", config, "--format", "json", "--max-problems", "1000"];
    const { stdout, stderr } = await runRedocly(args);
    return parseReports(stdout, stderr).filter(
      ({ message }) => !readableAllTheSame.some((text) => text.test(message)),
    );
  });
}

/** The report of `redocly lint`: one JSON document after the other, one for each file. */
function parseReports(stdout: string, stderr: string): Problem[] {
  const start = stdout.indexOf("{");
  if (start < 0)
    throw new SpecGateError(`redocly lint gave no report: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  const reports = stdout.slice(start).split(/(?<=^\})(?=\{$)/m);
  return reports.flatMap((report) => {
    const { problems } = JSON.parse(report) as { problems: RedoclyProblem[] };
    return problems.map(({ message, location }) => ({
      file: resolve(location[0]?.source.ref ?? ""),
      pointer: location[0]?.pointer ?? "",
      message,
    }));
  });
}

interface RedoclyProblem {
  readonly message: string;
  readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer?: string }[];
}
