import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A check of the whole repository. */
export interface Check {
  readonly name: string;
  /** Resolves to one text for each finding. */
  readonly run: () => Promise<readonly string[]>;
  /** How to fix its findings. */
  readonly fix: string;
}

/** A completed check. */
export interface CheckResult extends Omit<Check, "run"> {
  readonly findings: readonly string[];
}

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Runs a command in the root; resolves to its output if it fails, and to nothing if it passes. */
export function findings(command: string, ...args: string[]): Promise<string[]> {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve(code === 0 ? [] : [output.trimEnd() || `${command} exited with ${code}`]),
    );
  });
}

/** Runs checks side by side, prints the failed ones first, and lets this process exit with 1 if there are any. */
export async function runChecks(checks: readonly Check[]): Promise<void> {
  const results = await Promise.all(
    checks.map(async ({ name, fix, run }) => ({ name, fix, findings: await run() })),
  );
  console.log(formatReport(results));
  if (results.some((result) => result.findings.length > 0)) process.exitCode = 1;
}

/** Formats the report: failed checks first, each with its findings and how to fix them. */
export function formatReport(results: readonly CheckResult[]): string {
  const failed = results.filter(({ findings }) => findings.length > 0);
  const passed = results.filter(({ findings }) => findings.length === 0);
  const lines = failed.flatMap(({ name, findings, fix }) => [
    `FAILED ${name}`,
    ...findings.map((finding) => finding.replace(/^/gm, "       ")),
    `       To fix it: ${fix}`,
  ]);
  return [...lines, ...passed.map(({ name }) => `ok     ${name}`)].join("\n");
}
