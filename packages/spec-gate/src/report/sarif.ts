import { relative, resolve, sep } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import type { Entry, Model } from "./model.ts";

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
export function sarifReport(models: readonly Model[]): string {
  const entries = models.flatMap((model) => model.entries);
  const results = models.flatMap((model) => [...changeResults(model), ...otherResults(model)]);
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))];
  const driver = {
    name: "spec-gate",
    version: packageJson.version,
    informationUri: home,
    rules: ids.map((id) => describedRule(id, entries)),
  };
  const run = {
    tool: { driver },
    columnKind: "unicodeCodePoints",
    results: results.map((result) => ({ ...result, ruleIndex: ids.indexOf(result.ruleId) })),
  };
  const schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

function changeResults({ report, entries, failure }: Model): Result[] {
  return entries
    .filter(({ isTextOnly }) => !isTextOnly)
    .map(({ change, level, where, what, advice }) => {
      const { rule, subjects, place, accepted } = change;
      const justification = accepted?.reasons.join("; ");
      return {
        ruleId: rule,
        // An accepted change is a suppressed error.
        level: accepted ? failure : level === "notice" ? "note" : level,
        message: { text: `${where}: ${what}${advice ? ` (${advice})` : ""}` },
        locations: [locationOf(change, report.revision)],
        partialFingerprints: { "specGate/v1": [report.revision, rule, ...subjects, place].join(" ") },
        ...(accepted ? { suppressions: [{ kind: "external", status: "accepted", justification }] } : {}),
      };
    });
}

function otherResults({ remarks }: Model): Result[] {
  return remarks
    .filter(({ id }) => id !== "notice")
    .map(({ id, level, text, at: { file, line = 1 } }) => {
      return { ruleId: id, level, message: { text }, locations: [physical(file, { startLine: line })] };
    });
}

function describedRule(id: string, entries: readonly Entry[]): object {
  const { message, instead } = entries.find(({ change }) => change.rule === id)?.change ?? {};
  return {
    id,
    shortDescription: { text: message ?? id },
    ...(message === undefined ? {} : { helpUri: `${home}/docs/policies.md` }),
    ...(instead ? { help: { text: `Instead: ${instead}.` } } : {}),
  };
}

function locationOf({ location }: Entry["change"], revision: string): object {
  if (!location || location.side === "base") return physical(revision);
  return physical(location.file, { startLine: location.line, startColumn: location.column });
}

function physical(file: string, region: object = { startLine: 1 }): object {
  const path = relative(process.cwd(), resolve(file)).split(sep).map(encodeURIComponent).join("/");
  return { physicalLocation: { artifactLocation: { uri: path }, region } };
}
