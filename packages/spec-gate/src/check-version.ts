import semver from "semver";
import type { Impact } from "./compare/rule.ts";
import type { ApiDocument } from "./document/api-document.ts";
import { objectOf } from "./json-value.ts";
import { SpecGateError } from "./spec-gate-error.ts";

/** Whether `info.version` moved as the change asks. */
export interface VersionCheck {
  readonly base: string;
  readonly revision: string;
  /** The lowest version that the change asks for. */
  readonly required: string;
  readonly isEnough: boolean;
}

/** Below 1.0 a breaking change asks for a minor step, as semver 2.0.0 item 4 leaves open and npm's ranges expect. */
export function checkVersion(base: ApiDocument, revision: ApiDocument, impact: Impact): VersionCheck {
  const before = versionOf(base);
  const after = versionOf(revision);
  const asked = impact === "not-judged" ? "major" : impact;
  const step = asked === "major" && before.major === 0 ? "minor" : asked;
  const required = step === "none" ? before.version : (semver.inc(before.version, step) ?? before.version);
  return { base: before.version, revision: after.version, required, isEnough: semver.gte(after, required) };
}

function versionOf(document: ApiDocument): semver.SemVer {
  const { version } = objectOf(document.raw.info);
  const parsed = semver.parse(String(version));
  if (!parsed)
    throw new SpecGateError(`${document.file}: info.version ${String(version)} is no semantic version`);
  return parsed;
}
