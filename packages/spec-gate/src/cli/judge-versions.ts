import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import semver from "semver";
import { pathFrom } from "../base/base-of-git.ts";
import { writeCommitted } from "../base/committed-files.ts";
import {
  acceptancesFolder,
  descriptionName,
  dropAcceptances,
  isDate,
  readAcceptances,
  sidesOf,
  writeAcceptances,
} from "../decide/acceptances.ts";
import { versionOf } from "../decide/check-version.ts";
import { type GatePolicy, readPolicy } from "../decide/policy-file.ts";
import { type AcceptanceState, isBlocking, type SettledChange } from "../decide/settle.ts";
import { diff, removalReport } from "../diff.ts";
import type { Report, ReportedChange } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import type { Base } from "./with-base.ts";

/** The arguments that name a team's decisions. */
export interface DecisionArguments {
  /** The policy file. */
  readonly policy?: string | undefined;
  /** Whether to accept what breaks. */
  readonly isAccepting?: boolean | undefined;
  readonly reason?: string | undefined;
  /** The version in which an acceptance expires, or its last day. @default the next version that may break */
  readonly until?: string | undefined;
}

/** The two files to judge. */
export interface Versions {
  readonly base: Base;
  readonly file: string;
  readonly revision: string;
  readonly isVersionChecked: boolean;
  readonly isWitnessed?: boolean | undefined;
}

/**
 * Judges two versions and applies the team's decisions; a base from git is reported with its path in the
 * repository.
 */
export async function judgeVersions(versions: Versions, decisions: DecisionArguments): Promise<Report> {
  if (decisions.isAccepting) {
    // An acceptance ends by default in a version that follows from the check of versions.
    const report = await reportOf({ ...versions, isVersionChecked: true }, decisions);
    accept(report, decisions, versions.revision);
  }
  return reportOf(versions, decisions);
}

/** Judges the removal of a description that only the base has. */
export async function judgeRemoved(
  base: Base,
  revision: string,
  decisions: DecisionArguments,
): Promise<Report> {
  const { document, name } = base;
  if (document === undefined) return { base: name, revision, changes: [], ...noticeOf(base, true) };
  const report = () => {
    const found = removalReport({
      base: name,
      revision,
      baseDocument: document,
      ...decisionsFor(base, revision, decisions),
    });
    return { ...found, changes: found.changes.map((change) => withPath(change, base.copy)) };
  };
  if (decisions.isAccepting) {
    const version = semver.parse(versionOf(document));
    const until = decisions.until ?? version?.inc("major").version;
    accept(report(), { ...decisions, until }, revision);
  }
  return report();
}

async function reportOf(
  { base, file, revision, isVersionChecked, isWitnessed = false }: Versions,
  args: DecisionArguments,
): Promise<Report> {
  const decisions = decisionsFor(base, revision, args);
  const report = await diff({
    base: file,
    revision,
    baseDocument: file === base.file ? base.document : undefined,
    baseName: base.name,
    isVersionChecked: isVersionChecked || decisions.policy?.breaking === "with-version",
    isWitnessed,
    ...decisions,
  });
  const changes = report.changes.map((change) => withPath(change, base.copy));
  // What the policy turns off or exempts has changed too.
  const { off = 0, exempt = 0 } = report.policy ?? {};
  const isUnchanged = report.impact === "none" && off + exempt === 0;
  return { ...report, changes, ...noticeOf(base, isUnchanged) };
}

/** The policy and acceptances of a description, and what the base has in place of the policy. */
function decisionsFor(base: Base, revision: string, { policy: file }: DecisionArguments) {
  const policy = readPolicy(file);
  const basePolicy = policy && policyOfBase(base, policy.file);
  return { policy, basePolicy, acceptances: readAcceptances(revision) };
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
    // It may be broken; this change is judged by its own policy alone.
    if (error instanceof SpecGateError) return undefined;
    throw error;
  }
}

/** What was not compared as the arguments ask for, so that it never reads as "no change". */
function noticeOf(
  { name, file, isHead, unreadable, gone = [] }: Base,
  isUnchanged: boolean,
): Pick<Report, "notice" | "isUncompared"> {
  const others = gone.length > 3 ? [...gone.slice(0, 3), `${gone.length - 3} more`] : gone;
  if (others.length > 0)
    return {
      notice: `Of the descriptions that are gone since the base, none has its title or operations: ${others.join(", ")}.`,
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
      notice: `Nothing was compared: ${name} is the commit you are on, and nothing changed since. Name another base, such as --base-ref HEAD~1.`,
    };
  return {};
}

function accept(report: Report, { reason, until }: DecisionArguments, revision: string): void {
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
  // An acceptance that matches nothing may be of a change that is merged; one of the same place is replaced.
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
 * The next version that may break: the next major version, or below 1.0 the minor version after the one that this change
 * needs.
 */
function nextVersion({ version }: Report): string | undefined {
  const moved = semver.parse(version?.revision);
  if (moved === null || moved.major > 0) return moved?.inc("major").version;
  const required = semver.parse(version?.required);
  return (required && semver.gt(required, moved) ? required : moved).inc("minor").version;
}

function withPath({ location, ...change }: SettledChange, copy: Base["copy"]): ReportedChange {
  if (!location) return change;
  const { file, ...place } = location;
  const inCopy = copy && relative(copy.folder, file);
  const isCopied = inCopy !== undefined && !inCopy.startsWith("..");
  const path = isCopied ? join(copy?.root ?? "", inCopy) : resolve(file);
  return {
    ...change,
    location: { file: relative(process.cwd(), path), ...place, ...(isCopied ? { side: "base" } : {}) },
  };
}
