import { isBlocking } from "../decide/settle.ts";
import { expiredAcceptances, isForbidden, isPermittedByVersion } from "../decide/verdict.ts";
import type { Report } from "./report-data.ts";

/** Formats the verdict as one sentence, followed by one for each of the team's decisions. */
export function headline(report: Report): string {
  const { notice = "", isUncompared, baseline } = report;
  const reported = baseline === undefined ? "" : `The gate only reports this until ${baseline}.`;
  return [notice, loosenedText(report), isUncompared ? "" : verdict(report), ...decisions(report), reported]
    .filter(Boolean)
    .join(" ");
}

/** What the same change takes out of the gate's reach. */
function loosenedText({ policy }: Report): string {
  if (!policy?.loosened) return "";
  const count = counted(policy.loosened, "change that breaks", "changes that break");
  return `${policy.file} is loosened in this change, which lets ${count} pass.`;
}

function verdict({ impact, changes, isFirst, base, revision, notice, error, policy }: Report): string {
  if (error !== undefined) return `No verdict: ${error}`;
  const blocking = changes.filter(isBlocking);
  if (isFirst) {
    const parts = counted(blocking.length, "part is", "parts are");
    const more = blocking.length > 0 ? ` ${parts} not valid OpenAPI.` : "";
    return `First description: ${base} has no ${revision}${notice ? "" : ", so nothing can break"}.${more}`;
  }
  const malformed = changes.filter(({ rule }) => rule === "malformed").length;
  const unjudged = blocking.filter((change) => change.impact === "not-judged").length;
  const breaking = blocking.length - unjudged;
  if (breaking > 0) {
    const more = unjudged > 0 ? ` ${unjudged} more could not be judged.` : "";
    return `Breaking: ${counted(breaking, "change breaks", "changes break")} callers or readers.${more}`;
  }
  if (unjudged > 0) return `Not judged: ${counted(unjudged, "change", "changes")} could break.`;
  switch (impact) {
    case "minor":
      if (changes.some(({ accepted }) => accepted)) return "Every breaking change is accepted.";
      if (changes.some(({ defaultImpact }) => defaultImpact)) return "Not breaking according to the policy.";
      return "Not breaking: the revision adds to the API.";
    case "patch":
      return malformed > 0
        ? `Not breaking, apart from ${counted(malformed, "part", "parts")} that the gate cannot read.`
        : "Not breaking: requests and responses are the same.";
    case "none":
      return policy && policy.off + policy.exempt > 0 ? "No other change." : "No change.";
    default:
      return "The change could not be judged.";
  }
}

/** How an intended breaking change passes; `undefined` if none breaks. */
export function wayOutText(report: Report): string | undefined {
  const { version } = report;
  if (!report.changes.some(isBlocking) || isPermittedByVersion(report)) return undefined;
  const move = version?.isEnough === false ? `move info.version to ${version.required}` : undefined;
  if (move && !isForbidden(report)) return `If this is intended, ${move}.`;
  // An acceptance ends with a version, unless a day is given.
  const end = version?.unreadable === undefined ? "" : " --until DATE";
  const [first, last] = move ? [`${move}, `, "both"] : ["", "the file it writes"];
  return `If this is intended, ${first}run spec-gate with --accept --reason WHY${end} and commit ${last}.`;
}

function decisions(report: Report): string[] {
  const { changes, policy, version } = report;
  const accepted = changes.filter((change) => change.accepted).length;
  const failing = expiredAcceptances(report).length;
  const isPermitted = changes.some(isBlocking) && isPermittedByVersion(report);
  const { off = 0, exempt = 0, file } = policy ?? {};
  return [
    accepted > 0 && `${counted(accepted, "breaking change is", "breaking changes are")} accepted.`,
    isPermitted && `The policy permits it: info.version moved to ${version?.revision}.`,
    failing > 0 && `${counted(failing, "acceptance has", "acceptances have")} to be removed.`,
    off > 0 && `${counted(off, "change is", "changes are")} turned off by ${file}.`,
    exempt > 0 && `${counted(exempt, "change is", "changes are")} to operations that ${file} exempts.`,
  ].filter((sentence) => sentence !== false);
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Summarizes the check of `info.version` in one sentence; `undefined` if it was not checked. */
export function versionLine(report: Report): string | undefined {
  const { version, impact } = report;
  if (!version) return undefined;
  const moved =
    version.base === version.revision
      ? `stayed ${version.base}`
      : `went from ${version.base} to ${version.revision}`;
  if (version.unreadable !== undefined)
    return `info.version is not checked: ${version.unreadable} is not a semantic version.`;
  if (impact === "patch" && version.required === version.base && version.base === version.revision)
    return `info.version ${moved}; text-only changes wait for the next version.`;
  if (version.isEnough) {
    const isAsked = impact !== "none" && !isForbidden(report);
    return `info.version ${moved}${isAsked ? ", as the change requires" : ""}.`;
  }
  const asking = isForbidden(report)
    ? "an accepted"
    : impact === "not-judged"
      ? "an unjudged"
      : `a ${impact}`;
  return `info.version ${moved}; ${asking} change requires ${version.required}.`;
}
