import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { describeReadFailure } from "@compute-host/command-line/read-failure";
import { CORE_SCHEMA, load, mergeTag, type YAMLException } from "js-yaml";
import { SpecGateError } from "../spec-gate-error.ts";
import { YamlPositions } from "./yaml-positions.ts";

/** A position in a file; line and column start at 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A YAML or JSON file with its value and the position of each part. */
export interface SourceFile {
  readonly file: string;
  readonly value: unknown;
  /** The position of an object key or list item, or of the nearest enclosing place if it does not exist. */
  positionOf(pointer: readonly string[]): Position;
}

// For the parser, whose default of 100 is too low, and beyond the limit that a message names.
const maxDepth = 5_000;
// Far beyond real descriptions; what is deeper would exceed the call stack.
const maxNesting = 500;
const maxSize = 20_000_000;
// Merge keys (`<<`) have no limit of their own: what they repeat counts towards `maxSize`.
const options = { schema: CORE_SCHEMA.withTags(mergeTag), maxTotalMergeKeys: -1, maxDepth } as const;

/** What a message on a file of Git LFS says. */
export const lfsHint = "is a pointer of Git LFS";
const lfsPointer = "version https://git-lfs.github.com/spec/";

/** Reads a file; `text` overrides its content. */
export function readSourceFile(file: string, text?: string): SourceFile {
  const body = (text ?? readText(file)).replace(/^\uFEFF/, "");
  if (body.startsWith(lfsPointer))
    throw new SpecGateError(`${file} ${lfsHint}: commit its content, or compare files with --base`);
  const json = parsedJson(body);
  const value = json ?? parsedYaml(file, body);
  // JSON has no aliases, so each of its objects is met once.
  const known = json === undefined ? new Map<unknown, number>() : undefined;
  if (sizeOf(value, file, known) > maxSize)
    throw new SpecGateError(
      `${file} has more than ${maxSize} values once its aliases are resolved, which the gate does not read`,
    );
  let positions: YamlPositions | undefined;
  let starts: readonly number[] | undefined;
  return {
    file,
    value,
    positionOf: (pointer) => {
      positions ??= new YamlPositions(withoutTabs(body), maxDepth);
      starts ??= lineStarts(body);
      return { file, ...lineAndColumn(starts, positions.offsetOf(pointer)) };
    },
  };
}

/** The offset of each line. */
function lineStarts(body: string): readonly number[] {
  const starts = [0];
  for (let next = body.indexOf("\n") + 1; next > 0; next = body.indexOf("\n", next) + 1) starts.push(next);
  return starts;
}

/** Both start at 1. */
function lineAndColumn(
  starts: readonly number[],
  offset: number,
): { readonly line: number; readonly column: number } {
  // The last line that starts at the offset or before.
  let line = 0;
  for (let after = starts.length; after - line > 1; ) {
    const middle = Math.floor((line + after) / 2);
    if ((starts[middle] ?? 0) <= offset) line = middle;
    else after = middle;
  }
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}

/** How many values there are, with those of an alias counted wherever it stands; each object is looked at once. */
function sizeOf(value: unknown, file: string, known?: Map<unknown, number>, depth = 0): number {
  if (typeof value !== "object" || value === null) return 1;
  const before = known?.get(value);
  if (before !== undefined) return before;
  if (depth === maxNesting)
    throw new SpecGateError(`${file} is nested more than ${maxNesting} deep, which the gate does not read`);
  // Ends a cycle, which an alias inside its own anchor makes.
  known?.set(value, 1);
  let size = 1;
  for (const part of Object.values(value)) size += sizeOf(part, file, known, depth + 1);
  known?.set(value, size);
  return size;
}

/** Much faster than YAML, which accepts braces as well, and explains what is wrong, such as a key that stands twice. */
function parsedJson(body: string): unknown {
  try {
    const value = isJson(body) ? JSON.parse(body) : undefined;
    return value !== undefined && keysWritten(body) === keysIn(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function keysWritten(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)) if (colon) count++;
  return count;
}

/** With a list of what to look at, because it may be deeper than the call stack allows. */
function keysIn(value: unknown): number {
  let count = 0;
  const waiting = typeof value === "object" && value !== null ? [value] : [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const parts: unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += parts.length;
    for (const part of parts) if (typeof part === "object" && part !== null) waiting.push(part);
  }
  return count;
}

function parsedYaml(file: string, body: string): unknown {
  const isEmpty = !/^\s*[^\s#]/m.test(body);
  try {
    return isEmpty ? undefined : load(withoutTabs(body), options);
  } catch (cause) {
    const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/m.exec(body);
    if (conflict) {
      const line = body.slice(0, conflict.index).split("\n").length;
      throw wrongAt(file, line, "has a conflict marker of git: resolve the merge first", cause);
    }
    const { reason, mark } = cause as Partial<YAMLException>;
    if (reason === undefined || !mark) {
      const [what] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
      throw new SpecGateError(`${file} is neither YAML nor JSON: ${what}`, { cause });
    }
    // What ends too early is noticed after its last line.
    const line = Math.min(mark.line + 1, body.trimEnd().split("\n").length);
    const problem =
      reason === "duplicated mapping key"
        ? "repeats a key of the same object: remove or rename one"
        : `is neither YAML nor JSON: ${reason}`;
    throw wrongAt(file, line, problem, cause);
  }
}

function wrongAt(file: string, line: number, problem: string, cause?: unknown): SpecGateError {
  return new SpecGateError(`${file}:${line} ${problem}`, { cause, at: { file, line } });
}

function isJson(body: string): boolean {
  return /^\s*[{[]/.test(body);
}

/**
 * Replaces tab indentation, which JSON allows and YAML does not, with as many spaces, so that positions stay the
 * same.
 */
function withoutTabs(body: string): string {
  return isJson(body) ? body.replaceAll("\t", " ") : body;
}

function readText(file: string): string {
  try {
    const bytes = readFileSync(file);
    const mark = bytes.subarray(0, 2).toString("hex");
    const isUtf16 = mark === "fffe" || mark === "feff" || bytes.subarray(0, 2).includes(0);
    if (isUtf16) throw new SpecGateError(`${file} is in UTF-16: save it as UTF-8`);
    // Decoding would make one character, U+FFFD, of all that is not.
    if (!isUtf8(bytes)) throw wrongAt(file, lineOfOther(bytes), "is not UTF-8: save the file as UTF-8");
    return bytes.toString();
  } catch (cause) {
    if (cause instanceof SpecGateError) throw cause;
    throw new SpecGateError(`${file} cannot be read: ${describeReadFailure(cause)}`, { cause });
  }
}

/**
 * The first line that is not UTF-8. A line break is a byte of no other character, so each line can be read by itself.
 */
function lineOfOther(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf("\n", start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
