import type { Report, ReportedChange, StepOutcome } from "./report-data.ts";

const impacts = ["major", "minor", "patch"] as const;

/** The changes with the worst first. */
export function impactOrder(changes: readonly ReportedChange[]): ReportedChange[] {
  return changes.toSorted((a, b) => impacts.indexOf(a.impact) - impacts.indexOf(b.impact));
}

/** One sentence with the verdict. */
export function headline({ impact, changes, isFirst, base, revision }: Report): string {
  if (isFirst) return `First description: ${base} has no ${revision}, so nothing can break.`;
  const count = changes.filter((change) => change.impact === "major").length;
  switch (impact) {
    case "major":
      return `Breaking: ${count} ${count === 1 ? "change breaks" : "changes break"} callers or readers.`;
    case "minor":
      return "Not breaking: the revision adds to the API.";
    case "patch":
      return "Not breaking: requests and responses are the same.";
    case "none":
      return "No change.";
    default:
      return "The change could not be judged.";
  }
}

/** One sentence about `info.version`; undefined where it was not checked. */
export function versionLine({ version, impact, versionCommand, steps }: Report): string | undefined {
  if (!version) return undefined;
  const moved =
    version.base === version.revision
      ? `stayed ${version.base}`
      : `went from ${version.base} to ${version.revision}`;
  if (version.isEnough) return `info.version ${moved}, as the change asks.`;
  if (steps && impact === "patch") return `info.version ${moved}; words alone wait for the next version.`;
  const asks = `info.version ${moved}; a ${impact} change asks for ${version.required}`;
  return versionCommand ? `${asks}: run \`${versionCommand} ${version.required}\`.` : `${asks}.`;
}

/** The operations and the place of a change. */
export function whereText({ subjects, place }: ReportedChange): string {
  const shown = subjects.length > 4 ? [...subjects.slice(0, 3), `${subjects.length - 3} more`] : subjects;
  return [shown.join(", "), place].filter(Boolean).join(" › ");
}

/** What was and what is, where the change has such texts. */
export function sidesText({ base, revision }: ReportedChange): string {
  if (base === undefined && revision === undefined) return "";
  return `${base ?? "none"} → ${revision ?? "none"}`;
}

/** Who breaks, in words. */
export function whoText({ who }: ReportedChange): string {
  return {
    callers: "breaks callers",
    readers: "breaks readers",
    both: "breaks callers and readers",
    nobody: "breaks nobody",
  }[who];
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
