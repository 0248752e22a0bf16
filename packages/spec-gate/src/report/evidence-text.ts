import type { ReportedChange } from "./report-data.ts";
import { visible } from "./visible.ts";

// A text of thousands of characters shows nothing that its length does not.
const maxShown = 800;

/** What shows that a change breaks, in one sentence; `undefined` if nothing was searched. */
export function evidenceText(change: ReportedChange): string | undefined {
  const { class: found, witness } = change.evidence ?? {};
  if (witness) return `shown: ${witness.problem}`;
  if (found === undefined) return undefined;
  return found === "by-rule"
    ? "by rule: what callers or readers go by is gone, or has to be sent"
    : "not shown: no value was found that only one version accepts";
}

/** The request or response that shows it, as JSON. */
export function witnessText(change: ReportedChange): string | undefined {
  const { witness } = change.evidence ?? {};
  if (!witness) return undefined;
  const text = visible(JSON.stringify(witness.message));
  return text.length <= maxShown
    ? text
    : `${text.slice(0, maxShown)} ... (${text.length} characters; the JSON report has all)`;
}
