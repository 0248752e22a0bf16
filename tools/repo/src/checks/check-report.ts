/** A check that has run. */
export interface CheckResult {
  readonly name: string;
  readonly findings: readonly string[];
  /** The command, or what else to do, that mends its findings. */
  readonly mend: string;
}

/** The report: checks that failed first, each with its findings and with what mends them. */
export function formatReport(results: readonly CheckResult[]): string {
  const failed = results.filter(({ findings }) => findings.length > 0);
  const passed = results.filter(({ findings }) => findings.length === 0);
  const lines = failed.flatMap(({ name, findings, mend }) => [
    `FAILED ${name}`,
    ...findings.map((finding) => finding.replace(/^/gm, "       ")),
    `       To mend it: ${mend}`,
  ]);
  return [...lines, ...passed.map(({ name }) => `ok     ${name}`)].join("\n");
}
