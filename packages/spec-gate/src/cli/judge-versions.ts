import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import semver from "semver";
import { pathFrom } from "../base/base-of-git.ts";
import { writeCommitted } from "../base/committed-files.ts";
import {
  acceptancesFolder,
  descriptionName,
  dropAcceptances,
  readAcceptances,
  sidesOf,
  writeAcceptances,
} from "../decide/acceptances.ts";
import { versionOf } from "../decide/check-version.ts";
import { type GatePolicy, readPolicy } from "../decide/policy-file.ts";
import { type AcceptanceState, isBlocking } from "../decide/settle.ts";
import { diff, removalReport } from "../diff.ts";
import { isDate } from "../json-value.ts";
import type { Report } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import type { JudgeArguments } from "./judge-arguments.ts";
import type { Base } from "./with-base.ts";

/**
 * Judges two versions and applies the team's decisions; a base from git is reported with its path in the
 * repository.
 */
export async function judgeVersions(
  base: Base,
  revision: string,
  args: JudgeArguments,
  isVersionChecked: boolean,
): Promise<Report> {
  // An acceptance ends by default in a version that follows from the check of versions.
  if (args.isAccepting) accept(await reportOf(base, revision, args, true), args, revision);
  return reportOf(base, revision, args, isVersionChecked);
}

/** Judges the removal of a description that only the base has. */
export function judgeRemoved(base: Base, revision: string, args: JudgeArguments): Report {
  const { document, name } = base;
  if (document === undefined) return { base: name, revision, changes: [], ...noticeOf(base, true) };
  const report = () => {
    const decisions = decisionsFor(base, revision, args);
    return withPaths(removalReport({ base: name, revision, baseDocument: document, ...decisions }), base);
  };
  if (args.isAccepting) {
    const until = args.until ?? semver.parse(versionOf(document))?.inc("major").version;
    accept(report(), { ...args, until }, revision);
  }
  return report();
}

async function reportOf(
  base: Base,
  revision: string,
  args: JudgeArguments,
  isVersionChecked: boolean,
): Promise<Report> {
  const decisions = decisionsFor(base, revision, args);
  const report = await diff({
    base: base.file ?? revision,
    isFirst: base.file === undefined && base.unreadable === undefined,
    baseDocument: base.document,
    baseName: base.name,
    revision,
    isVersionChecked: isVersionChecked || decisions.policy?.breaking === "with-version",
    isWitnessed: args.isWitnessed === true,
    ...decisions,
  });
  // What the policy turns off or exempts has changed too.
  const { off = 0, exempt = 0 } = report.policy ?? {};
  const isUnchanged = report.impact === "none" && off + exempt === 0;
  return { ...withPaths(report, base), ...noticeOf(base, isUnchanged) };
}

/** The policy and acceptances of a description, and what the base has in place of the policy. */
function decisionsFor(base: Base, revision: string, { policy: file }: JudgeArguments) {
  const policy = readPolicy(file);
  const basePolicy = policy && policyOfBase(base, policy.file);
  const { copy, file: inCopy } = base;
  const earlier = copy && inCopy && join(copy.root, relative(copy.folder, inCopy));
  return { policy, basePolicy, acceptances: readAcceptances(revision, earlier) };
}

/** The policy that the base has in place of this one; `undefined` if that is not known. */
function policyOfBase({ copy, commit }: Base, file: string): GatePolicy | "none" | undefined {
  if (copy === undefined || commit === undefined) return undefined;
  const { root, folder } = copy;
  const path = pathFrom(root, file);
  if (path.startsWith("../")) return undefined;
  writeCommitted(root, { commit, path, target: folder });
  if (!existsSync(join(folder, path))) return "none";
  try {
    return readPolicy(join(folder, path));
  } catch (error) {
    // It may be broken; this change is judged only by its own policy.
    if (error instanceof SpecGateError) return undefined;
    throw error;
  }
}

/** What could not be compared as the arguments ask, so that it never reads as "no change". */
function noticeOf(
  { name, file, isHead, unreadable, gone = [] }: Base,
  isUnchanged: boolean,
): Pick<Report, "notice" | "isUncompared"> {
  const others = gone.length > 3 ? [...gone.slice(0, 3), `${gone.length - 3} more`] : gone;
  if (others.length > 0)
    return {
      notice:
        "Of the descriptions that are gone since the base, none has its title or operations: " +
        `${others.join(", ")}.`,
    };
  if (unreadable !== undefined && file === undefined)
    return {
      isUncompared: true,
      notice: `Nothing was compared: the base cannot be read (${unreadable}), nor any version before it.`,
    };
  if (unreadable !== undefined)
    return { notice: `The base cannot be read (${unreadable}); ${name} is the last version that can.` };
  if (isHead && isUnchanged)
    return {
      isUncompared: true,
      notice:
        `Nothing was compared: ${name} is the commit you are on, and nothing changed since. ` +
        "Name another base, such as --base-ref HEAD~1.",
    };
  return {};
}

function accept(report: Report, { reason, until }: JudgeArguments, revision: string): void {
  const blocking = report.changes.filter(isBlocking);
  if (blocking.length > 0 && !reason?.trim()) {
    throw new SpecGateError(`--accept needs a reason: add --reason "why this may break"`);
  }
  const limit = until ?? nextVersion(report);
  if (blocking.length > 0 && !semver.valid(limit) && !isDate(String(limit))) {
    throw new SpecGateError(
      `--accept needs its end: add --until with a version or a date, such as --until 2026-12-31`,
    );
  }
  const added = blocking.map((change) => {
    const { rule, subjects, place } = change;
    const sides = sidesOf(change);
    const [only, ...others] = subjects;
    return {
      description: descriptionName(revision),
      rule,
      operation: others.length === 0 ? (only ?? "document") : subjects,
      place,
      ...(sides === undefined ? {} : { change: sides }),
      reason: String(reason),
      until: String(limit),
    };
  });
  // An acceptance that matches nothing may belong to a merged change; one for the same place is replaced.
  const placeOf = ({ rule, operation, place }: (typeof added)[number] | AcceptanceState) =>
    JSON.stringify([rule, [operation].flat(), place]);
  const replaced = new Set(added.map(placeOf));
  const dropped = (report.acceptances ?? []).filter(
    (each) => each.state === "expired" || (each.state === "unused" && replaced.has(placeOf(each))),
  );
  if (added.length + dropped.length === 0) return;
  dropAcceptances(dropped);
  writeAcceptances(added);
  process.stderr.write(`> ${acceptancesFolder}: ${added.length} added, ${dropped.length} dropped\n`);
}

/**
 * The next version that may break: the next major version, or below 1.0 the minor version after the one that this
 * change needs.
 */
function nextVersion({ version }: Report): string | undefined {
  const moved = semver.parse(version?.revision);
  if (moved === null || moved.major > 0) return moved?.inc("major").version;
  const required = semver.parse(version?.required);
  return (required && semver.gt(required, moved) ? required : moved).inc("minor").version;
}

/** Names the places as files of the repository, whose base was copied to another folder. */
function withPaths(report: Report, { copy }: Base): Report {
  const changes = report.changes.map((change) => {
    if (!change.location) return change;
    const { file, line, column } = change.location;
    const inCopy = copy && relative(copy.folder, file);
    const isCopied = inCopy !== undefined && !inCopy.startsWith("..");
    const path = relative(process.cwd(), isCopied ? join(copy?.root ?? "", inCopy) : resolve(file));
    const side = isCopied ? ({ side: "base" } as const) : {};
    return { ...change, location: { file: path, line, column, ...side } };
  });
  return { ...report, changes };
}
