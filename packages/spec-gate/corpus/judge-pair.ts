import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ApiDocument, linkApiDocument } from "../src/document/api-document.ts";
import { diff, type Report, SpecGateError } from "../src/index.ts";
import type { Breaks, Pair } from "./load-pairs.ts";

/** Writes both versions of a pair to the folder, and returns the paths of their descriptions. */
export function writeVersions({ name, entry, base, revision }: Pair, folder: string) {
  const write = (side: string, files: Pair["base"]): string => {
    const root = join(folder, name, side);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return join(root, entry);
  };
  return { base: write("base", base), revision: write("revision", revision) };
}

/** Judges a pair: whose programs break according to the gate, or why it cannot say. */
export async function judgePair(pair: Pair, folder: string): Promise<Breaks | `no verdict: ${string}`> {
  try {
    const { impact, changes } = await diff(writeVersions(pair, folder));
    if (impact === "not-judged") return `no verdict: ${changes[0]?.message}`;
    return sideOf(changes.filter((change) => change.impact === "major"));
  } catch (error) {
    if (!(error instanceof SpecGateError)) throw error;
    return `no verdict: ${error.message}`;
  }
}

function sideOf(major: Report["changes"]): Breaks {
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
