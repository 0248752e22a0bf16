import { relative, resolve, sep } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { isBlocking } from "../decide/settle.ts";
import {
  acceptanceProblems,
  adviceText,
  failureLevel,
  headline,
  versionLine,
  whatText,
  whereText,
} from "./headline.ts";
import type { Report, ReportedChange } from "./report-data.ts";

interface Result {
  readonly ruleId: string;
  readonly level: "error" | "warning" | "note";
  readonly message: { readonly text: string };
  readonly locations: readonly object[];
  readonly [key: string]: unknown;
}

const home = "https://github.com/compute-host/compute-host/tree/main/packages/spec-gate";

/**
 * Formats the reports as SARIF 2.1.0, for code scanning. Every result needs a location, so those without one point
 * at the description.
 */
export function sarifReport(reports: readonly Report[]): string {
  const results = reports.flatMap((report) => [...changeResults(report), ...otherResults(report)]);
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "spec-gate",
            version: packageJson.version,
            informationUri: home,
            rules: ids.map((id) => describedRule(id, reports)),
          },
        },
        columnKind: "unicodeCodePoints",
        results: results.map((result) => ({ ...result, ruleIndex: ids.indexOf(result.ruleId) })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function changeResults(report: Report): Result[] {
  return report.changes
    .filter(({ impact }) => impact !== "patch")
    .map((change) => {
      const advice = adviceText(change);
      return {
        ruleId: change.rule,
        level: isBlocking(change) || change.accepted ? failureLevel(report) : "note",
        message: { text: `${whereText(change)}: ${whatText(change)}${advice ? ` (${advice})` : ""}` },
        locations: [locationOf(change, report)],
        partialFingerprints: {
          "specGate/v1": [report.revision, change.rule, ...change.subjects, change.place].join(" "),
        },
        ...(change.accepted
          ? {
              suppressions: [
                { kind: "external", status: "accepted", justification: change.accepted.reasons.join("; ") },
              ],
            }
          : {}),
      };
    });
}

function otherResults(report: Report): Result[] {
  const atDescription = [physical(report.revision)];
  const version = versionLine(report);
  const isVersionWrong = version && report.version?.isEnough === false;
  return [
    ...(isVersionWrong
      ? [
          {
            ruleId: "info-version",
            level: failureLevel(report),
            message: { text: version },
            locations: atDescription,
          },
        ]
      : []),
    ...acceptanceProblems(report).map(({ text, isFailing }) => ({
      ruleId: "acceptance",
      level: isFailing ? failureLevel(report) : ("warning" as const),
      message: { text },
      locations: atDescription,
    })),
    ...(report.error === undefined
      ? []
      : [
          {
            ruleId: "no-verdict",
            level: failureLevel(report),
            message: { text: headline(report) },
            locations: atDescription,
          },
        ]),
  ];
}

function describedRule(id: string, reports: readonly Report[]): object {
  const changes = reports.flatMap(({ changes }) => changes);
  const found = changes.find(({ rule }) => rule === id);
  const instead = found?.instead;
  return {
    id,
    shortDescription: { text: found?.message ?? id },
    ...(found ? { helpUri: `${home}/docs/policies.md` } : {}),
    ...(instead ? { help: { text: `Instead: ${instead}.` } } : {}),
  };
}

function locationOf(change: ReportedChange, { revision }: Report): object {
  const { location } = change;
  if (!location || location.side === "base") return physical(revision);
  return physical(location.file, { startLine: location.line, startColumn: location.column });
}

function physical(file: string, region: object = { startLine: 1 }): object {
  const path = relative(process.cwd(), resolve(file)).split(sep).map(encodeURIComponent).join("/");
  return { physicalLocation: { artifactLocation: { uri: path }, region } };
}
