import { existsSync } from "node:fs";
import type { Acceptance } from "./decide/acceptances.ts";
import { checkVersion, versionOf } from "./decide/check-version.ts";
import { exemptOperations, labelsOf } from "./decide/exemptions.ts";
import type { GatePolicy } from "./decide/policy-file.ts";
import { isBlocking, settle } from "./decide/settle.ts";
import { isForbidden } from "./decide/verdict.ts";
import { type ApiDocument, readApiDocument, readRevision } from "./document/api-document.ts";
import type { Report } from "./report/report-data.ts";
import type { Change } from "./rules/changes/change.ts";
import { type EvidenceOf, judge, judgeFirst } from "./rules/changes/judge.ts";

/** The two files to compare, and what else to check. */
export interface DiffOptions {
  readonly base: string;
  readonly revision: string;
  /** The content of the base, if it has been read. */
  readonly baseDocument?: ApiDocument | undefined;
  /** The name of the base in reports, such as `origin/main`. @default the file */
  readonly baseName?: string;
  /** Whether to require that `info.version` moved, which a text-only change does not need. @default false */
  readonly isVersionChecked?: boolean;
  /** A team's overrides of the rules. @default the rules as they are */
  readonly policy?: GatePolicy | undefined;
  /** The policy that the base has in place of it. @default unknown */
  readonly basePolicy?: GatePolicy | "none" | undefined;
  /** The breaking changes that a team accepts. @default none */
  readonly acceptances?: readonly Acceptance[];
  /** Whether there is no base: `base` names what lacks the description. @default false */
  readonly isFirst?: boolean;
  /** Whether to search for a value that shows each breaking change. @default false */
  readonly isWitnessed?: boolean;
}

/**
 * Judges the revision of an API description against its base.
 * @throws SpecGateError when a file cannot be read or is not an OpenAPI 3 description
 */
export async function diff(options: DiffOptions): Promise<Report> {
  if (options.isFirst) return firstReport(options, readApiDocument(options.revision));
  const base = options.baseDocument ?? readApiDocument(options.base);
  const revision = readRevision(options.revision, base);
  const evidenceOf = options.isWitnessed ? await searchBetween(base, revision) : undefined;
  const { changes } = judge(base, revision, evidenceOf);
  return settledReport(changes, options, { base, revision });
}

function firstReport(options: DiffOptions, revision: ApiDocument): Report {
  const { changes } = judgeFirst(revision);
  return { ...settledReport(changes, options, { base: revision, revision }), isFirst: true };
}

/** Judges the removal of a whole description, which only the base has, as one change. */
export function removalReport(options: DiffOptions & { readonly baseDocument: ApiDocument }): Report {
  const base = options.baseDocument;
  const operations = labelsOf(base);
  const isThere = existsSync(options.revision);
  const removal: Change = {
    rule: "description-removed",
    impact: "major",
    who: "both",
    subjects: operations.length > 0 ? operations : ["document"],
    place: "",
    message: isThere ? "the file is no longer recognised as a description" : "the description was removed",
    instead: isThere
      ? "begin it with its `openapi` field again"
      : "keep it; if it moved, check its new place, too",
    location: base.source.positionOf([]),
  };
  return settledReport([removal], options, { base, revision: base });
}

/** Loads the search on demand, because Ajv takes longer to load than most descriptions take to judge. */
async function searchBetween(base: ApiDocument, revision: ApiDocument): Promise<EvidenceOf> {
  const { WitnessSearch } = await import("./witness/witness-search.ts");
  return new WitnessSearch(base, revision).evidenceOf;
}

/** Applies the team's decisions to the changes. */
function settledReport(
  changes: readonly Change[],
  options: DiffOptions,
  { base, revision }: { readonly base: ApiDocument; readonly revision: ApiDocument },
): Report {
  const { policy, basePolicy, acceptances = [] } = options;
  const settledBy = (by: GatePolicy | undefined) => {
    const exempt = exemptOperations(base, by?.exempt);
    return settle(changes, { policy: by, acceptances, version: versionOf(revision), exempt });
  };
  const settled = settledBy(policy);
  const { off, exempt } = settled;
  const blocking = (by: GatePolicy | undefined) =>
    by?.breaking === "with-version" ? 0 : settledBy(by).changes.filter(isBlocking).length;
  // How many changes the policy of the base blocks and that of the revision no longer does.
  const strict = basePolicy === undefined ? 0 : blocking(basePolicy === "none" ? undefined : basePolicy);
  const loosened = strict - blocking(policy);
  const { file = "", breaking = "forbidden", baseline } = policy ?? {};
  // What is forbidden requires a minor version once it is accepted, and no version permits it before.
  const step = isForbidden({ changes: settled.changes, policy }) ? "minor" : settled.impact;
  const own = { file, breaking, ...(baseline === undefined ? {} : { baseline }), off, exempt };
  return {
    base: options.baseName ?? options.base,
    revision: options.revision,
    impact: settled.impact,
    changes: settled.changes,
    ...(options.isVersionChecked ? { version: checkVersion(base, revision, step) } : {}),
    ...(policy ? { policy: { ...own, ...(loosened > 0 ? { loosened } : {}) } } : {}),
    ...(settled.acceptances.length > 0 ? { acceptances: settled.acceptances } : {}),
  };
}
