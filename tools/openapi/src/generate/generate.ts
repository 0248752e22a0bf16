/**
 * Generates everything that comes from the description: all files, or none if one fails. With `--check` it writes
 * nothing, and fails if a committed file differs from the generated one.
 */
import { readFile } from "node:fs/promises";
import { checkedSources } from "./checked-sources.ts";
import { writeOrCheck } from "./generated-file.ts";

const name = "spec/openapi.yaml";
const root = new URL("../../../../", import.meta.url);

try {
  const sources = checkedSources(await readFile(new URL(name, root), "utf8"), name);
  await writeOrCheck(Object.entries(sources).map(([path, text]) => ({ url: new URL(path, root), text })));
} catch (error) {
  // Print readable lines, because a mistake in the description is not a bug in the program.
  console.error(`${error instanceof Error ? error.message : String(error)} Nothing was written.`);
  process.exitCode = 1;
}
