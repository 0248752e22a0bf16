import { join, relative, resolve } from "node:path";
import semver from "semver";
import { diff } from "../diff.ts";
import { readApiDocument } from "../document/api-document.ts";
import { objectOf } from "../json-value.ts";
import { readAcceptances, sidesOf, usualAcceptancesFile, writeAcceptances } from "../policy/acceptances.ts";
import { readPolicy } from "../policy/policy-file.ts";
import { isBlocking, type SettledChange } from "../policy/settle.ts";
import type { Report, ReportedChange } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import type { Base } from "./with-base.ts";

/** The arguments that name a team's decisions. */
export interface DecisionArguments {
  /** The policy file. */
  readonly policy?: string | undefined;
  /** The file of acceptances. */
  readonly accepted?: string | undefined;
  /** Whether to accept what breaks. */
  readonly isAccepting?: boolean | undefined;
  readonly reason?: string | undefined;
  /** The version in which an acceptance expires. @default the next major version */
  readonly until?: string | undefined;
}

/** The two files to judge. */
export interface Versions {
  readonly base: Base;
  readonly file: string;
  readonly revision: string;
  readonly isVersionChecked: boolean;
  readonly isTyped?: boolean | undefined;
}

/**
 * Judges two versions and applies the team's decisions; a base from git is reported with its path in the
 * repository.
 */
export async function judgeVersions(versions: Versions, decisions: DecisionArguments): Promise<Report> {
  const report = await reportOf(versions, decisions);
  if (!decisions.isAccepting) return report;
  accept(report, decisions, versions.revision);
  return reportOf(versions, decisions);
}

async function reportOf(
  { base, file, revision, isVersionChecked, isTyped = false }: Versions,
  args: DecisionArguments,
): Promise<Report> {
  const policy = readPolicy(args.policy);
  const report = await diff({
    base: file,
    revision,
    baseName: base.name,
    isVersionChecked: isVersionChecked || policy?.breaking === "with-version",
    isTyped,
    policy,
    acceptances: readAcceptances(args.accepted),
  });
  return { ...report, changes: report.changes.map((change) => withPath(change, base.copy)) };
}

function accept(
  report: Report,
  { accepted = usualAcceptancesFile, reason, until }: DecisionArguments,
  revision: string,
): void {
  const blocking = [...report.changes, ...(report.types?.changes ?? [])].filter(isBlocking);
  if (blocking.length > 0 && !reason?.trim()) {
    throw new SpecGateError(`--accept needs a reason: add --reason "why this may break"`);
  }
  const limit = until ?? nextVersion(revision);
  if (blocking.length > 0 && !semver.valid(limit)) {
    throw new SpecGateError(
      `--accept needs the version in which it expires: add --until, such as --until 2.0.0`,
    );
  }
  const added = blocking.map((change) => {
    const { rule, subjects, place } = change;
    const sides = sidesOf(change);
    const [only, ...others] = subjects;
    return {
      rule,
      operation: others.length === 0 ? (only ?? "document") : subjects,
      place,
      ...(sides === undefined ? {} : { change: sides }),
      reason: String(reason),
      until: String(limit),
    };
  });
  const past = (report.acceptances ?? []).flatMap(({ state, ...acceptance }) =>
    state === "used" ? [] : [JSON.stringify(acceptance)],
  );
  const dropped = readAcceptances(accepted).flatMap((each, index) =>
    past.includes(JSON.stringify(each)) ? [index] : [],
  );
  if (added.length + dropped.length === 0) return;
  writeAcceptances(accepted, { added, dropped });
  process.stderr.write(`> ${accepted}: ${added.length} added, ${dropped.length} dropped\n`);
}

/** The next version that may break: the next major version, or below 1.0 the next minor version. */
function nextVersion(revision: string): string | undefined {
  const version = semver.parse(String(objectOf(readApiDocument(revision).raw.info).version));
  return version?.inc(version.major === 0 ? "minor" : "major").version;
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
