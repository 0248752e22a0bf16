import { sidesOf } from "../policy/acceptances.ts";
import { isBlocking } from "../policy/settle.ts";
import type { SettledTypeChange } from "../policy/settle-types.ts";
import { failingAcceptances, isPermittedByVersion } from "../policy/verdict.ts";
import type { Report, ReportedChange, StepOutcome } from "./report-data.ts";

/** A change of the wire or of the generated types. */
export type Entry = ReportedChange | SettledTypeChange;

/** One sentence with the verdict, and one for each thing that a team decided about it. */
export function headline(report: Report): string {
  return [verdict(report), ...decisions(report)].join(" ");
}

function verdict({ impact, changes, isFirst, base, revision }: Report): string {
  if (isFirst) return `First description: ${base} has no ${revision}, so nothing can break.`;
  const blocking = changes.filter(isBlocking);
  const unjudged = blocking.filter((change) => change.impact === "not-judged").length;
  const breaking = blocking.length - unjudged;
  if (breaking > 0) {
    const more = unjudged > 0 ? ` ${unjudged} more could not be judged.` : "";
    return `Breaking: ${breaking} ${breaking === 1 ? "change breaks" : "changes break"} callers or readers.${more}`;
  }
  if (unjudged > 0) return `Not judged: ${unjudged} ${unjudged === 1 ? "change" : "changes"} could break.`;
  switch (impact) {
    case "minor":
      if (changes.some(({ accepted }) => accepted)) return "Nothing breaks that is not accepted.";
      if (changes.some(({ defaultImpact }) => defaultImpact)) return "Not breaking, by the policy.";
      return "Not breaking: the revision adds to the API.";
    case "patch":
      return "Not breaking: requests and responses are the same.";
    case "none":
      return "No change.";
    default:
      return "The change could not be judged.";
  }
}

/** What to do about what breaks, where that is meant; undefined where nothing does. */
export function wayOutText(report: Report): string | undefined {
  const changes: readonly Entry[] = [...report.changes, ...(report.types?.changes ?? [])];
  if (!changes.some(isBlocking) || isPermittedByVersion(report)) return undefined;
  return "If it is meant, run spec-gate with --accept --reason WHY, and commit what it writes.";
}

/** One sentence about the generated types; undefined where they were not compared. */
export function typesLine({ types }: Report): string | undefined {
  if (!types) return undefined;
  if (types.problem !== undefined) return `Types: ${types.problem}`;
  const breaking = types.changes.filter(isBlocking);
  const alone = breaking.filter(({ wire }) => wire === "same").length;
  if (breaking.length === 0) return "Types: what consumers wrote still compiles.";
  const places = `${breaking.length} ${breaking.length === 1 ? "place stops" : "places stop"} compiling`;
  return `Types: ${places}, ${alone} of them where requests and responses are the same.`;
}

function decisions(report: Report): string[] {
  const { changes, policy, version } = report;
  const accepted = changes.filter((change) => change.accepted).length;
  const failing = failingAcceptances(report).length;
  const isPermitted = changes.some(isBlocking) && isPermittedByVersion(report);
  return [
    accepted > 0 ? `${accepted} breaking ${accepted === 1 ? "change is" : "changes are"} accepted.` : "",
    isPermitted ? `The policy permits it: info.version moved to ${version?.revision}.` : "",
    failing > 0 ? `${failing} ${failing === 1 ? "acceptance has" : "acceptances have"} to go.` : "",
    policy && policy.off > 0
      ? `${policy.off} ${policy.off === 1 ? "change is" : "changes are"} off by ${policy.file}.`
      : "",
  ].filter(Boolean);
}

/** One sentence about `info.version`; undefined where it was not checked. */
export function versionLine({ version, impact, versionCommand, steps }: Report): string | undefined {
  if (!version) return undefined;
  const moved =
    version.base === version.revision
      ? `stayed ${version.base}`
      : `went from ${version.base} to ${version.revision}`;
  if (version.unreadable !== undefined)
    return `info.version is not checked: ${version.unreadable} is no semantic version.`;
  if (version.isEnough) return `info.version ${moved}, as the change asks.`;
  if (steps && impact === "patch") return `info.version ${moved}; words alone wait for the next version.`;
  const asks = `info.version ${moved}; a ${impact} change asks for ${version.required}`;
  return versionCommand ? `${asks}: run \`${versionCommand} ${version.required}\`.` : `${asks}.`;
}

/** The operations and the place of a change. */
export function whereText({ subjects, place }: Pick<Entry, "subjects" | "place">): string {
  const shown = subjects.length > 4 ? [...subjects.slice(0, 3), `${subjects.length - 3} more`] : subjects;
  return [shown.join(", "), place].filter(Boolean).join(" › ");
}

/** What changed, with both sides. */
export function whatText(change: Entry): string {
  const sides = sidesOf(change);
  return `${change.message}${sides ? `: ${sides}` : ""}`;
}

/** What to do about a change that breaks, or why it may; undefined for others. */
export function adviceText(change: Entry): string | undefined {
  const { accepted, defaultImpact } = change;
  const instead = "instead" in change ? change.instead : undefined;
  const wire = "wire" in change && change.wire === "same" ? "the wire is the same" : undefined;
  const policy = defaultImpact ? `${defaultImpact} unless the policy says otherwise` : undefined;
  if (accepted) {
    return [
      whoText(change),
      `accepted until ${accepted.until.join(", ")}: ${accepted.reasons.join("; ")}`,
    ].join("; ");
  }
  if (!isBlocking(change)) return policy;
  return [whoText(change), wire, instead ? `instead: ${instead}` : undefined, policy]
    .filter(Boolean)
    .join("; ");
}

/** Who breaks, in words. */
export function whoText({ who }: Pick<Entry, "who">): string {
  return {
    callers: "breaks callers",
    readers: "breaks readers",
    both: "breaks callers and readers",
    nobody: "breaks nobody",
  }[who];
}

/** The word for a change in a list. */
export function impactText({ impact, accepted }: Entry): string {
  return accepted ? "accepted" : impact;
}

/** What is wrong with the acceptances, one sentence for each. */
export function acceptanceProblems(report: Report): string[] {
  return (report.acceptances ?? [])
    .filter(({ state }) => state !== "used")
    .map(({ rule, operation, place, until, state }) => {
      const where = whereText({ subjects: [operation].flat(), place });
      const why = state === "expired" ? `held until ${until}` : "matches no change any more";
      return `${where}: the acceptance of ${rule} ${why}; remove it, or run spec-gate with --accept.`;
    });
}

const resultTexts = { passed: "passed", failed: "FAILED", "not-judged": "COULD NOT JUDGE" } as const;

/** How a step ended, in words. */
export function resultText({ result }: StepOutcome): string {
  return resultTexts[result];
}

/** One line about a step. */
export function stepLine(step: StepOutcome): string {
  return `${resultText(step)}  ${step.name} (${step.seconds.toFixed(1)} s)`;
}

/** The steps with those first that did not pass. */
export function failedFirst(steps: readonly StepOutcome[]): StepOutcome[] {
  return steps.toSorted((a, b) => Number(a.result === "passed") - Number(b.result === "passed"));
}

/** One sentence about all steps. */
export function gateLine(steps: readonly StepOutcome[]): string {
  const closed = steps.filter(({ result }) => result !== "passed").map(({ name }) => name);
  if (closed.length === 0) return `The spec gate is open: ${steps.length} of ${steps.length} steps passed.`;
  return `The spec gate is closed: ${closed.join(", ")}; ${steps.length - closed.length} of ${steps.length} steps passed.`;
}
