/** A completed check. */
export interface CheckResult {
  readonly name: string;
  readonly findings: readonly string[];
  /** The command or action that fixes its findings. */
  readonly mend: string;
}

/** Formats the report: failed checks first, each with its findings and how to fix them. */
export function formatReport(results: readonly CheckResult[]): string {
  const failed = results.filter(({ findings }) => findings.length > 0);
  const passed = results.filter(({ findings }) => findings.length === 0);
  const lines = failed.flatMap(({ name, findings, mend }) => [
    `FAILED ${name}`,
    ...findings.map((finding) => finding.replace(/^/gm, "       ")),
    `       To fix it: ${mend}`,
  ]);
  return [...lines, ...passed.map(({ name }) => `ok     ${name}`)].join("\n");
}
