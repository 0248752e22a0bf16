import semver from "semver";
import type { Impact } from "./compare/rule.ts";
import type { ApiDocument } from "./document/api-document.ts";
import { objectOf } from "./json-value.ts";

/** Whether `info.version` moved as the change asks. */
export interface VersionCheck {
  readonly base: string;
  readonly revision: string;
  /** The lowest version that the change asks for. */
  readonly required: string;
  readonly isEnough: boolean;
  /** The version that is no semantic one, so that nothing could be checked. */
  readonly unreadable?: string;
}

/** Below 1.0 a breaking change asks for a minor step, as semver 2.0.0 item 4 leaves open and npm's ranges expect. */
export function checkVersion(base: ApiDocument, revision: ApiDocument, impact: Impact): VersionCheck {
  const [before, after] = [semver.parse(versionOf(base)), semver.parse(versionOf(revision))];
  if (!before || !after) {
    const versions = { base: versionOf(base), revision: versionOf(revision) };
    const unreadable = before ? versions.revision : versions.base;
    return { ...versions, required: versions.base, isEnough: true, unreadable };
  }
  const asked = impact === "not-judged" ? "major" : impact;
  const step = asked === "major" && before.major === 0 ? "minor" : asked;
  const required = step === "none" ? before.version : (semver.inc(before.version, step) ?? before.version);
  return { base: before.version, revision: after.version, required, isEnough: semver.gte(after, required) };
}

function versionOf({ raw }: ApiDocument): string {
  return String(objectOf(raw.info).version);
}
