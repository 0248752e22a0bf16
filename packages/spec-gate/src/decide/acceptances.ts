import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { dump } from "js-yaml";
import semver from "semver";
import { readSourceFile } from "../document/source-file.ts";
import { isDate, isObject } from "../json-value.ts";
import type { Change } from "../rules/changes/change.ts";
import { SpecGateError } from "../spec-gate-error.ts";

/** A breaking change that a team accepts. */
export interface Acceptance {
  /** The file that holds the acceptance. */
  readonly file?: string;
  /** The path of the description, from the working directory. */
  readonly description: string;
  readonly rule: string;
  /** One operation, or all operations that a shared part affects. */
  readonly operation: string | readonly string[];
  readonly place: string;
  /** The old and the new text; if given, no other change at the same place is accepted. */
  readonly change?: string | undefined;
  readonly reason: string;
  /** The API version in which the acceptance expires, or the last day on which it holds, such as `2026-12-31`. */
  readonly until: string;
}

/** The folder of acceptances. */
export const acceptancesFolder = "spec-gate-accepted";

const needed = ["description", "rule", "operation", "place", "reason", "until"];
const keys = [...needed, "change"];

/** Formats the old and the new text; `undefined` for a change without them. */
export function sidesOf({ base, revision }: Change): string | undefined {
  return base === undefined && revision === undefined
    ? undefined
    : `${base ?? "none"} → ${revision ?? "none"}`;
}

/** Whether the acceptance covers this change in this operation. */
export function accepts(acceptance: Acceptance, change: Change, subject: string): boolean {
  const { rule, place, operation, change: sides } = acceptance;
  return (
    rule === change.rule &&
    place === change.place &&
    [operation].flat().includes(subject) &&
    (sides === undefined || sides === sidesOf(change))
  );
}

/** Whether the API has reached the version in which the acceptance expires, or its last day is over. */
export function isExpired({ until }: Acceptance, version: string): boolean {
  if (isDate(until)) return until < today();
  return semver.valid(version) !== null && semver.valid(until) !== null && semver.gte(version, until);
}

/**
 * Reads the acceptances of a description: each file of the folder holds one. A folder that does not exist has none.
 * @param earlier its path in the base, if it was moved since
 * @throws SpecGateError with file and line if an acceptance is invalid
 */
export function readAcceptances(description: string, earlier?: string): readonly Acceptance[] {
  const folder = acceptancesFolder;
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory())
    throw new SpecGateError(`${folder} is a file; acceptances are a folder with one file for each`);
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  return files
    .sort()
    .map((name) => readAcceptance(join(folder, name), { description, earlier }))
    .filter((acceptance) => resolve(acceptance.description) === resolve(description));
}

function readAcceptance(
  file: string,
  { description, earlier }: { readonly description: string; readonly earlier: string | undefined },
): Acceptance {
  const { value, positionOf } = readSourceFile(file);
  const refuse = (problem: string, key?: string) => {
    const { line } = positionOf(key === undefined ? [] : [key]);
    return new SpecGateError(`${file}:${line}: ${problem}`, { at: { file, line } });
  };
  if (!isObject(value)) throw refuse("an acceptance must be a map");
  for (const key of needed) {
    // The place of a removed description is empty.
    const isEmpty = value[key] === undefined || value[key] === null || value[key] === "";
    if (isEmpty && !(key === "place" && value.place === "")) throw refuse(`the acceptance has no ${key}`);
  }
  for (const key of Object.keys(value))
    if (!keys.includes(key)) throw refuse(`an acceptance has no field ${key}`, key);
  // The acceptance of a removal stays until it expires, and its description is gone.
  if (value.rule !== "description-removed" && !existsSync(String(value.description))) {
    const problem =
      earlier !== undefined && resolve(String(value.description)) === resolve(earlier)
        ? `the description ${value.description} is now ${descriptionName(description)}: write that here`
        : `there is no description ${value.description}; correct the path, or delete the file`;
    throw refuse(problem, "description");
  }
  return { ...value, file, until: String(value.until), place: String(value.place) } as unknown as Acceptance;
}

/**
 * Writes each acceptance to a file of its own, so that the acceptances of two branches do not conflict. Its name
 * depends only on what it accepts.
 */
export function writeAcceptances(acceptances: readonly Acceptance[]): void {
  mkdirSync(acceptancesFolder, { recursive: true });
  for (const acceptance of acceptances) {
    const { rule, description, operation, place, change } = acceptance;
    const hash = createHash("sha256").update(JSON.stringify([description, operation, place, change ?? null]));
    const name = `${rule}-${hash.digest("hex").slice(0, 8)}.yaml`;
    writeFileSync(join(acceptancesFolder, name), dump(acceptance, { lineWidth: -1 }));
  }
}

/** Deletes the file of each acceptance. */
export function dropAcceptances(acceptances: readonly Acceptance[]): void {
  for (const { file } of acceptances) if (file !== undefined) rmSync(file);
}

/** Today in UTC, such as `2026-12-31`: days in this form are compared as texts. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The name of a description in its acceptances: its path from the working directory, on every system. */
export function descriptionName(file: string): string {
  return relative(process.cwd(), resolve(file)).split(sep).join("/");
}
