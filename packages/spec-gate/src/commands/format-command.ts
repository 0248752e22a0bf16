import { readFileSync } from "node:fs";
import { isObject } from "../json-value.ts";
import { markdownReport } from "../report/markdown.ts";
import { formatReport } from "../report/report.ts";
import type { Report } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { type CommandResult, parseFormat } from "./diff-command.ts";

/** What the command line said. */
export interface FormatArguments {
  readonly file: string | undefined;
  readonly format?: string | undefined;
  /** For Markdown: how long the report may be, in bytes. */
  readonly maxBytes?: string | undefined;
  /** For Markdown: a sentence that says where the rest of a report is that was cut. */
  readonly rest?: string | undefined;
}

/** Writes a report that was kept as JSON in another format. It always ends with 0: it judges nothing. */
export function formatCommand({ file, format, maxBytes, rest }: FormatArguments): CommandResult {
  const name = parseFormat(format);
  const limit = Number(maxBytes ?? Number.POSITIVE_INFINITY);
  if (!(limit >= 1_000)) throw new SpecGateError(`--max-bytes ${maxBytes} is not a number of at least 1000`);
  if (file === undefined) throw new SpecGateError("there is no report: name the file of one in JSON");
  const report = readReport(file);
  const output =
    name === "markdown" ? markdownReport(report, { maxBytes: limit, rest }) : formatReport(report, name);
  return { exitCode: 0, output };
}

function readReport(file: string): Report {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new SpecGateError(`${file} cannot be read as a report: ${(cause as Error).message}`, { cause });
  }
  if (!isObject(report) || !Array.isArray(report.changes) || typeof report.revision !== "string") {
    throw new SpecGateError(`${file} is not a report of spec-gate in JSON`);
  }
  return report as unknown as Report;
}
