import { sidesOf } from "../decide/acceptances.ts";
import { isBlocking, type SettledChange } from "../decide/settle.ts";
import { headline, versionLine, wayOutText } from "./headline.ts";
import type { Report } from "./report-data.ts";
import { visible } from "./visible.ts";

type Level = "error" | "warning" | "notice";

/** A change with its texts, which are the same in every format. */
export interface Entry {
  readonly change: SettledChange;
  /** The operations and the place. */
  readonly where: string;
  /** What changed, with both sides. */
  readonly what: string;
  /** What to do about a breaking change, or why it may break. */
  readonly advice: string | undefined;
  /** What shows that it breaks; only if that was searched. */
  readonly evidence: string | undefined;
  /** The request or response that shows it, as JSON. */
  readonly witness: string | undefined;
  readonly label: string;
  readonly isBlocking: boolean;
  readonly isTextOnly: boolean;
  readonly level: Level;
}

/** What the report says besides its changes. */
export interface Remark {
  readonly id: "no-verdict" | "info-version" | "notice" | "acceptance";
  readonly title: string;
  readonly text: string;
  readonly level: Exclude<Level, "notice">;
  readonly isFailing: boolean;
  readonly at: { readonly file: string; readonly line?: number };
}

/** What every format shows, in its own layout. */
export interface Model {
  readonly report: Report;
  readonly headline: string;
  readonly version: string | undefined;
  readonly wayOut: string | undefined;
  readonly entries: readonly Entry[];
  readonly remarks: readonly Remark[];
  /** The level of what fails the gate, or will after the baseline. */
  readonly failure: Exclude<Level, "notice">;
}

/** Gives the report its texts. */
export function modelOf(report: Report): Model {
  const sentence = headline(report);
  const version = versionLine(report);
  const failure = report.baseline === undefined ? "error" : "warning";
  const { error, errorAt, notice, revision } = report;
  const remark = (
    id: Remark["id"],
    title: string,
    text: string,
    { isFailing = true, at = { file: revision } }: Partial<Pick<Remark, "isFailing" | "at">> = {},
  ): Remark => ({ id, title, text, level: isFailing ? failure : "warning", isFailing, at });
  return {
    report,
    headline: sentence,
    version,
    wayOut: wayOutText(report),
    failure,
    entries: report.changes.map((change) => entryOf(change, failure)),
    remarks: [
      ...(error === undefined
        ? []
        : [remark("no-verdict", "Spec gate", sentence, errorAt && { at: errorAt })]),
      ...(version && !report.version?.isEnough ? [remark("info-version", "info.version", version)] : []),
      ...(notice === undefined ? [] : [remark("notice", "Spec gate", notice, { isFailing: false })]),
      ...acceptanceProblems(report).map(({ text, isFailing, file = revision }) =>
        remark("acceptance", "Acceptances", text, { isFailing, at: { file } }),
      ),
    ],
  };
}

/**
 * Puts the descriptions that need a look first, those that block before the others, and names those without a change
 * in one line.
 */
export function byFindings(models: readonly Model[]): { readonly found: Model[]; readonly rest?: string } {
  const hasFinding = ({ report, entries, remarks }: Model) =>
    entries.length + remarks.length > 0 || report.error !== undefined || (report.exitCode ?? 0) > 0;
  const found = models.filter(hasFinding);
  const others = models.filter((model) => !found.includes(model)).map(({ report }) => report.revision);
  const sorted = found.toSorted((a, b) => (b.report.exitCode ?? 0) - (a.report.exitCode ?? 0));
  return { found: sorted, ...(others.length > 0 ? { rest: `Without a change: ${others.join(", ")}.` } : {}) };
}

function entryOf(change: SettledChange, failure: "error" | "warning"): Entry {
  const { subjects, place, message, impact, accepted } = change;
  const sides = sidesOf(change);
  const blocks = isBlocking(change);
  return {
    change,
    where: whereText(subjects, place),
    what: sides ? `${message}: ${sides}` : message,
    advice: adviceText(change),
    evidence: evidenceText(change),
    witness: witnessText(change),
    label: accepted ? "accepted" : impact,
    isBlocking: blocks,
    isTextOnly: impact === "patch",
    level: blocks ? failure : accepted ? "warning" : "notice",
  };
}

function whereText(subjects: readonly string[], place: string): string {
  const shown = subjects.length > 4 ? [...subjects.slice(0, 3), `${subjects.length - 3} more`] : subjects;
  return [shown.join(", "), place].filter(Boolean).join(" › ");
}

const breaks = {
  callers: "breaks callers",
  readers: "breaks readers",
  both: "breaks callers and readers",
  nobody: "does not break anything",
} as const;

function adviceText(change: SettledChange): string | undefined {
  const { accepted, defaultImpact, instead, who } = change;
  const policy = defaultImpact ? `${defaultImpact} by default` : undefined;
  if (accepted)
    return `${breaks[who]}; accepted until ${accepted.until.join(", ")}: ${accepted.reasons.join("; ")}`;
  if (!isBlocking(change)) return policy;
  // A change that breaks nobody blocks if the policy says so.
  const broken = who === "nobody" && policy ? undefined : breaks[who];
  return [broken, instead ? `instead: ${instead}` : undefined, policy].filter(Boolean).join("; ");
}

function evidenceText({ evidence }: SettledChange): string | undefined {
  if (evidence?.witness) return `shown: ${evidence.witness.problem}`;
  if (evidence === undefined) return undefined;
  return evidence.class === "by-rule"
    ? "by rule: what callers or readers go by is gone, or has to be sent"
    : "not shown: no value was found that only one version accepts";
}

// A text of thousands of characters shows nothing that its length does not.
const maxShown = 800;

function witnessText({ evidence }: SettledChange): string | undefined {
  if (!evidence?.witness) return undefined;
  const text = visible(JSON.stringify(evidence.witness.message));
  return text.length <= maxShown
    ? text
    : `${text.slice(0, maxShown)} ... (${text.length} characters; the JSON report has all)`;
}

/** Describes each problem with an acceptance in one sentence, and whether it fails the gate. */
function acceptanceProblems({ acceptances = [] }: Report): {
  readonly text: string;
  readonly isFailing: boolean;
  readonly file: string | undefined;
}[] {
  return acceptances
    .filter(({ state }) => state !== "used")
    .map(({ rule, operation, place, until, state, file }) => {
      const isFailing = state === "expired";
      const why = isFailing ? `expired in ${until}` : "matches no change";
      const remedy = isFailing ? `; delete ${file ?? "it"}` : `; it expires in ${until}`;
      const where = whereText([operation].flat(), place);
      return { text: `${where}: the acceptance of ${rule} ${why}${remedy}.`, isFailing, file };
    });
}
