import { fileURLToPath } from "node:url";
import { generateRedoclyClient } from "../peers/redocly.ts";
import { runBin } from "../run-bin.ts";

const folder = fileURLToPath(new URL("./typos", import.meta.url));

/** Counts how many of the three misspellings in each client's file of `typos/` the compiler refuses. */
export async function countRefusedTypos(): Promise<Map<string, number>> {
  await generateRedoclyClient();
  const output = await runBin("tsc", ["--project", folder, "--pretty", "false"], folder);
  const lines = new Map<string, Set<string>>();
  for (const [, file, line] of output.matchAll(/([\w-]+)\.ts\((\d+),\d+\): error/g)) {
    if (file && line) lines.set(file, (lines.get(file) ?? new Set()).add(line));
  }
  return new Map([...lines].map(([file, refused]) => [file, refused.size]));
}
