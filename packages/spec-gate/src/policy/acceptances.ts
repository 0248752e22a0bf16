import { existsSync, readFileSync, writeFileSync } from "node:fs";
import semver from "semver";
import { isMap, isSeq, LineCounter, parseDocument } from "yaml";
import { SpecGateError } from "../spec-gate-error.ts";

/** A breaking change that a team accepts. */
export interface Acceptance {
  readonly rule: string;
  /** One operation, or all operations that a shared part affects. */
  readonly operation: string | readonly string[];
  readonly place: string;
  /** The old and the new text; if given, no other change at the same place is accepted. */
  readonly change?: string | undefined;
  readonly reason: string;
  /** The API version in which the acceptance expires. */
  readonly until: string;
}

/** The parts of a change that an acceptance names. */
export interface AcceptableChange {
  readonly rule: string;
  readonly subjects: readonly string[];
  readonly place: string;
  readonly base?: string;
  readonly revision?: string;
}

/** The default file of acceptances. */
export const usualAcceptancesFile = "spec-gate-accepted.yaml";

const comment =
  " Accepted breaking changes. `spec-gate check --accept --reason WHY` adds new ones and drops outdated ones.";
const keys = ["rule", "operation", "place", "change", "reason", "until"];

/** Formats the old and the new text; `undefined` for a change without them. */
export function sidesOf({ base, revision }: AcceptableChange): string | undefined {
  return base === undefined && revision === undefined
    ? undefined
    : `${base ?? "none"} → ${revision ?? "none"}`;
}

/** Whether the acceptance covers this change in this operation. */
export function accepts(acceptance: Acceptance, change: AcceptableChange, subject: string): boolean {
  const { rule, place, operation, change: sides } = acceptance;
  return (
    rule === change.rule &&
    place === change.place &&
    [operation].flat().includes(subject) &&
    (sides === undefined || sides === sidesOf(change))
  );
}

/** Whether the API has reached the version in which the acceptance expires. */
export function isExpired({ until }: Acceptance, version: string): boolean {
  return semver.valid(version) !== null && semver.valid(until) !== null && semver.gte(version, until);
}

/**
 * Reads acceptances; without a name, reads the default file if it exists.
 * @throws SpecGateError with file and line if an acceptance is invalid
 */
export function readAcceptances(file?: string): readonly Acceptance[] {
  const path = file ?? usualAcceptancesFile;
  if (!existsSync(path)) return [];
  const { document, lines } = parse(path);
  if (document.contents === null) return [];
  if (!isSeq(document.contents)) throw new SpecGateError(`${path}:1: acceptances must be a list`);
  const items = document.contents.items.map((item) => {
    const { line } = lines.linePos(item.range[0]);
    const refuse = (problem: string) => new SpecGateError(`${path}:${line}: ${problem}`);
    if (!isMap(item)) throw refuse("an acceptance must be a map");
    const value = item.toJS(document) as Record<string, unknown>;
    for (const key of ["rule", "operation", "place", "reason", "until"]) {
      if (value[key] === undefined || value[key] === null || value[key] === "") {
        if (key === "place" && value.place === "") continue;
        throw refuse(`the acceptance has no ${key}`);
      }
    }
    for (const key of Object.keys(value))
      if (!keys.includes(key)) throw refuse(`an acceptance has no field ${key}`);
    return { ...value, until: String(value.until), place: String(value.place) } as Acceptance;
  });
  return items;
}

/** Adds acceptances to the file and drops those with the given indices; all other lines stay unchanged. */
export function writeAcceptances(
  file: string,
  { added, dropped }: { readonly added: readonly Acceptance[]; readonly dropped: readonly number[] },
): void {
  const { document } = existsSync(file) ? parse(file) : { document: parseDocument("") };
  if (document.contents === null) {
    document.contents = document.createNode([]) as unknown as typeof document.contents;
    document.commentBefore = comment;
  }
  if (!isSeq(document.contents)) throw new SpecGateError(`${file}:1: acceptances must be a list`);
  document.contents.flow = false;
  document.contents.items = document.contents.items.filter((_, index) => !dropped.includes(index));
  for (const acceptance of added) document.add(document.createNode(acceptance));
  writeFileSync(file, document.toString({ lineWidth: 0 }));
}

function parse(file: string) {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, "utf8"), { lineCounter: lines });
  const [error] = document.errors;
  if (error) throw new SpecGateError(`${file} is not YAML: ${error.message.split("\n")[0]}`);
  return { document, lines };
}
