import { readFileSync } from "node:fs";
import { LineCounter, parseDocument } from "yaml";
import { SpecGateError } from "../spec-gate-error.ts";

/** A position in a file; line and column start at 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One YAML or JSON file: its value, and where each part of it stands. */
export interface SourceFile {
  readonly file: string;
  readonly value: unknown;
  positionOf(pointer: readonly string[]): Position;
}

/** Reads a file; `text` overrides what is on the disk. */
export function readSourceFile(file: string, text?: string): SourceFile {
  const body = (text ?? readText(file)).replace(/^\uFEFF/, "");
  const lines = new LineCounter();
  const document = parseDocument(withoutTabs(body), { lineCounter: lines, merge: true, uniqueKeys: true });
  const [error] = document.errors;
  if (error) throw new SpecGateError(`${file} is neither YAML nor JSON: ${error.message.split("\n")[0]}`);
  const positionOf = (pointer: readonly string[]): Position => {
    for (let length = pointer.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(pointer.slice(0, length), true);
      const start = rangeStart(node);
      if (start !== undefined) {
        const { line, col } = lines.linePos(start);
        return { file, line, column: col };
      }
    }
    return { file, line: 1, column: 1 };
  };
  try {
    return { file, value: document.toJS({ maxAliasCount: 10_000 }), positionOf };
  } catch (cause) {
    throw new SpecGateError(`${file} cannot be read as YAML: ${(cause as Error).message}`, { cause });
  }
}

/** JSON may be indented with tabs, YAML may not; a space in place of each keeps every position. */
function withoutTabs(body: string): string {
  return /^\s*[{[]/.test(body) ? body.replaceAll("\t", " ") : body;
}

function rangeStart(node: unknown): number | undefined {
  const range = (node as { range?: [number, number, number] } | undefined)?.range;
  return range?.[0];
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new SpecGateError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
