import { existsSync, readFileSync, writeFileSync } from "node:fs";
import semver from "semver";
import { isMap, isSeq, LineCounter, parseDocument } from "yaml";
import { SpecGateError } from "../spec-gate-error.ts";

/** A breaking change that a team means. */
export interface Acceptance {
  readonly rule: string;
  /** One operation, or all that a shared part reaches. */
  readonly operation: string | readonly string[];
  readonly place: string;
  /** What was and what is; where it is given, another change of the same place is not accepted. */
  readonly change?: string | undefined;
  readonly reason: string;
  /** The version of the API from which on it holds no longer. */
  readonly until: string;
}

/** What of a change an acceptance names. */
export interface AcceptableChange {
  readonly rule: string;
  readonly subjects: readonly string[];
  readonly place: string;
  readonly base?: string;
  readonly revision?: string;
}

/** Where the acceptances are unless named. */
export const usualAcceptancesFile = "spec-gate-accepted.yaml";

const comment =
  " Breaking changes that are meant. `spec-gate check --accept --reason WHY` adds to them and drops what is past.";
const keys = ["rule", "operation", "place", "change", "reason", "until"];

/** What was and what is, as one text; `undefined` for a change without such texts. */
export function sidesOf({ base, revision }: AcceptableChange): string | undefined {
  return base === undefined && revision === undefined
    ? undefined
    : `${base ?? "none"} → ${revision ?? "none"}`;
}

/** Whether the acceptance is of this change in this operation. */
export function accepts(acceptance: Acceptance, change: AcceptableChange, subject: string): boolean {
  const { rule, place, operation, change: sides } = acceptance;
  return (
    rule === change.rule &&
    place === change.place &&
    [operation].flat().includes(subject) &&
    (sides === undefined || sides === sidesOf(change))
  );
}

/** Whether the version of the API has come that the acceptance was given until. */
export function isExpired({ until }: Acceptance, version: string): boolean {
  return semver.valid(version) !== null && semver.valid(until) !== null && semver.gte(version, until);
}

/**
 * Reads acceptances; without a name, the usual file where it is there.
 * @throws SpecGateError naming file and line, when an acceptance is incomplete
 */
export function readAcceptances(file?: string): readonly Acceptance[] {
  const path = file ?? usualAcceptancesFile;
  if (!existsSync(path)) return [];
  const { document, lines } = parse(path);
  if (document.contents === null) return [];
  if (!isSeq(document.contents)) throw new SpecGateError(`${path}:1: acceptances are a list`);
  const items = document.contents.items.map((item) => {
    const { line } = lines.linePos(item.range[0]);
    const refuse = (problem: string) => new SpecGateError(`${path}:${line}: ${problem}`);
    if (!isMap(item)) throw refuse("an acceptance is a map");
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

/** Adds acceptances to the file and leaves out those of the given indices; all other lines stay as they are. */
export function writeAcceptances(
  file: string,
  { added, dropped }: { readonly added: readonly Acceptance[]; readonly dropped: readonly number[] },
): void {
  const { document } = existsSync(file) ? parse(file) : { document: parseDocument("") };
  if (document.contents === null) {
    document.contents = document.createNode([]) as unknown as typeof document.contents;
    document.commentBefore = comment;
  }
  if (!isSeq(document.contents)) throw new SpecGateError(`${file}:1: acceptances are a list`);
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
