import semver from "semver";
import type { ApiDocument } from "../document/api-document.ts";
import { objectOf } from "../json-value.ts";
import type { Impact } from "../rules/rule.ts";

/** Whether `info.version` moved as far as the change requires. */
export interface VersionCheck {
  readonly base: string;
  readonly revision: string;
  /** The lowest version that the change requires; for a forbidden break, the one that it requires once accepted. */
  readonly required: string;
  readonly isEnough: boolean;
  /** A version that is not semver, which leaves nothing to check. */
  readonly unreadable?: string;
}

/** Below 1.0 a breaking change requires a minor bump: semver 2.0.0 item 4 allows it, and npm's ranges expect it. */
export function checkVersion(base: ApiDocument, revision: ApiDocument, impact: Impact): VersionCheck {
  const versions = { base: versionOf(base), revision: versionOf(revision) };
  const [inBase, inRevision] = [semver.parse(versions.base), semver.parse(versions.revision)];
  if (!inBase || !inRevision) {
    const unreadable = inBase ? versions.revision : versions.base;
    return { ...versions, required: versions.base, isEnough: true, unreadable };
  }
  // What changes only texts waits for the next version.
  const isStep = impact !== "none" && impact !== "patch";
  const step = impact === "minor" || inBase.major === 0 ? "minor" : "major";
  const required = isStep ? (semver.inc(inBase.version, step) ?? inBase.version) : inBase.version;
  const isEnough = semver.gte(inRevision, required);
  return { base: inBase.version, revision: inRevision.version, required, isEnough };
}

/** The version of the API, as a text. */
export function versionOf({ raw }: ApiDocument): string {
  return String(objectOf(raw.info).version);
}
