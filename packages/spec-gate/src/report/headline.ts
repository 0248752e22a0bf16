import type { Change } from "../compare/change.ts";
import type { DiffReport } from "../diff.ts";

/** One sentence with the verdict. */
export function headline({ impact, changes }: DiffReport): string {
  const count = changes.filter((change) => change.impact === "major").length;
  switch (impact) {
    case "major":
      return `Breaking: ${count} ${count === 1 ? "change breaks" : "changes break"} callers or readers.`;
    case "minor":
      return "Not breaking: the revision adds to the API.";
    case "patch":
      return "Not breaking: requests and responses are the same.";
    default:
      return "No change.";
  }
}

/** One sentence about `info.version`; undefined where it was not checked. */
export function versionLine({ version, impact }: DiffReport): string | undefined {
  if (!version) return undefined;
  const moved =
    version.base === version.revision
      ? `stayed ${version.base}`
      : `went from ${version.base} to ${version.revision}`;
  if (version.isEnough) return `info.version ${moved}, as the change asks.`;
  return `info.version ${moved}; a ${impact} change asks for ${version.required}.`;
}

/** The operations and the place of a change. */
export function whereText({ subjects, place }: Change): string {
  const shown = subjects.length > 4 ? [...subjects.slice(0, 3), `${subjects.length - 3} more`] : subjects;
  return [shown.join(", "), place].filter(Boolean).join(" › ");
}

/** What was and what is, where the change has such texts. */
export function sidesText({ base, revision }: Change): string {
  if (base === undefined && revision === undefined) return "";
  return `${base ?? "none"} → ${revision ?? "none"}`;
}

/** Who breaks, in words. */
export function whoText({ who }: Change): string {
  return {
    callers: "breaks callers",
    readers: "breaks readers",
    both: "breaks callers and readers",
    nobody: "breaks nobody",
  }[who];
}
