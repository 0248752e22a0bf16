import type { RunResult } from "../run/outcome.ts";
import { formatFailures, formatSummary } from "./summary.ts";

/** Formats a run as Markdown for the summary of a CI job: what the terminal shows. */
export function markdownReport(result: RunResult): string {
  const plain = (_format: unknown, text: string) => text;
  const failed = result.outcomes.filter(({ outcome }) => outcome === "failed");
  const blocks = [...formatFailures(failed, plain), formatSummary(result, plain)];
  // A longer fence than any in a response, which is text of the service.
  const fence = "`".repeat(
    Math.max(
      3,
      ...blocks
        .join("\n")
        .split(/[^`]+/)
        .map(({ length }) => length + 1),
    ),
  );
  const texts = blocks.map((block) => `${fence}text\n${block.trimEnd()}\n${fence}\n`);
  return [`## The contract of ${result.target.name}\n`, ...texts].join("\n");
}
