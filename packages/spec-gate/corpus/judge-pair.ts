import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ApiDocument, linkApiDocument, readApiDocument } from "../src/document/api-document.ts";
import type { Verdict } from "../src/rules/changes/change.ts";
import { judge } from "../src/rules/changes/judge.ts";
import { SpecGateError } from "../src/spec-gate-error.ts";
import type { Breaks, Pair } from "./load-pairs.ts";

/** Reads both versions of a pair; one of several files is written to the folder. */
export function versionsOf({ name, entry, base, revision }: Pair, folder: string) {
  const read = (side: string, files: Pair["base"]): ApiDocument => {
    const root = join(folder, name, side);
    if (Object.keys(files).length === 1) return readApiDocument(join(root, entry), files[entry]);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return readApiDocument(join(root, entry));
  };
  return { base: read("base", base), revision: read("revision", revision) };
}

/** Judges a pair: whose programs break according to the gate, or why it cannot say. */
export function judgePair(pair: Pair, folder: string): Breaks | `no verdict: ${string}` {
  try {
    const { base, revision } = versionsOf(pair, folder);
    const { impact, changes } = judge(base, revision);
    if (impact === "not-judged") return `no verdict: ${changes[0]?.message}`;
    return sideOf(changes.filter((change) => change.impact === "major"));
  } catch (error) {
    if (!(error instanceof SpecGateError)) throw error;
    return `no verdict: ${error.message}`;
  }
}

function sideOf(major: Verdict["changes"]): Breaks {
  const breaksFor = (side: string) => major.some(({ who }) => who === side || who === "both");
  if (breaksFor("callers")) return breaksFor("readers") ? "both" : "callers";
  return breaksFor("readers") ? "readers" : "none";
}

/** Links a description without a file. */
export function documentOf(value: unknown): ApiDocument {
  const file = "/api.yaml";
  const positionOf = () => ({ file, line: 1, column: 1 });
  return linkApiDocument({ file, value: structuredClone(value), positionOf });
}
