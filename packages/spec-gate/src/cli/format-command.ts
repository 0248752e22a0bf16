import { readFileSync } from "node:fs";
import { isObject } from "../json-value.ts";
import { formatReport } from "../report/report.ts";
import type { Report } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { type CommandResult, parseFormat } from "./judge-command.ts";

/** Converts a JSON report to another format. Always exits with 0, because it judges nothing. */
export function formatCommand(file: string | undefined, format: string | undefined): CommandResult {
  const name = parseFormat(format);
  if (file === undefined) throw new SpecGateError("no report given; name a JSON report file");
  return { exitCode: 0, output: formatReport(readReports(file), name) };
}

function readReports(file: string): Report[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "it is not JSON" : (cause as Error).message;
    throw new SpecGateError(`${file} cannot be read as a report: ${why}`, { cause });
  }
  const reports = isObject(value) && Array.isArray(value.reports) ? value.reports : [value];
  for (const report of reports) {
    if (!isObject(report) || !Array.isArray(report.changes) || typeof report.revision !== "string")
      throw new SpecGateError(`${file} is not a spec-gate report in JSON`);
  }
  return reports as Report[];
}
