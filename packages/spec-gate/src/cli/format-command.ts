import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { isObject } from "../json-value.ts";
import { formatReport } from "../report/report.ts";
import type { Report } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { type CommandResult, parseFormat } from "./judge-command.ts";

/**
 * Converts a JSON report, which `-` reads from standard input, to another format. Always exits with 0, because it
 * judges nothing.
 */
export async function formatCommand(
  file: string | undefined,
  format: string | undefined,
): Promise<CommandResult> {
  const name = parseFormat(format);
  if (file === undefined)
    throw new SpecGateError("no report given; name a JSON report file, or - for standard input");
  return { exitCode: 0, output: formatReport(await readReports(file), name) };
}

async function readReports(file: string): Promise<Report[]> {
  const name = file === "-" ? "standard input" : file;
  let value: unknown;
  try {
    value = JSON.parse(file === "-" ? await text(process.stdin) : readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "it is not JSON" : (cause as Error).message;
    throw new SpecGateError(`${name} cannot be read as a report: ${why}`, { cause });
  }
  const reports = isObject(value) && Array.isArray(value.reports) ? value.reports : [value];
  for (const report of reports) {
    if (!isObject(report) || !Array.isArray(report.changes) || typeof report.revision !== "string")
      throw new SpecGateError(`${name} is not a spec-gate report in JSON`);
  }
  return reports as Report[];
}
