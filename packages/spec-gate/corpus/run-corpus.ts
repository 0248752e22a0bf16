import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { judge } from "../src/compare/judge.ts";
import { readApiDocument } from "../src/document/api-document.ts";
import { SpecGateError } from "../src/spec-gate-error.ts";
import type { CorpusPair } from "./load-pairs.ts";

/** The result of one pair: its impact, or that there was no verdict. */
export interface CorpusOutcome {
  readonly pair: CorpusPair;
  readonly impact: "none" | "patch" | "minor" | "major" | "not-judged";
  readonly rules: readonly string[];
}

/** Writes both versions of a pair to the folder, and returns the paths of their root descriptions. */
export function writePair({ id, entry, base, revision }: CorpusPair, folder: string) {
  const write = (side: string, files: CorpusPair["base"]): string => {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, id, side, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return join(folder, id, side, entry);
  };
  return { base: write("base", base), revision: write("revision", revision) };
}

/** Judges a pair whose files are in the folder. */
export function judgePair(pair: CorpusPair, folder: string): CorpusOutcome {
  const files = writePair(pair, folder);
  try {
    const { impact, changes } = judge(readApiDocument(files.base), readApiDocument(files.revision));
    return { pair, impact, rules: [...new Set(changes.map(({ rule }) => rule))] };
  } catch (error) {
    if (!(error instanceof SpecGateError)) throw error;
    return { pair, impact: "not-judged", rules: [error.message] };
  }
}
