import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redocly } from "./redocly.ts";

const forms = {
  "openapi.yaml": [],
  "openapi.json": [],
  "openapi.dereferenced.json": ["--dereferenced"],
} as const;

/** Name of the file with the checksums, in the format of `sha256sum --check`. */
export const checksums = "SHA256SUMS";

/**
 * Bundles a description into the three published forms, with checksums. The same description always produces the
 * same bytes.
 * @returns the text of each file by name
 */
export async function createBundles(file: string): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "spec-bundles-"));
  try {
    const entries = await Promise.all(
      Object.entries(forms).map(async ([name, options]): Promise<[string, string]> => {
        const output = join(folder, name);
        const { exitCode, stderr } = await redocly("bundle", file, ...options, "--output", output);
        if (exitCode !== 0) throw new Error(`redocly bundle failed for ${name}:\n${stderr.trim()}`);
        return [name, `${(await readFile(output, "utf8")).trimEnd()}\n`];
      }),
    );
    return new Map([...entries, [checksums, formatChecksums(entries)]]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function formatChecksums(entries: readonly (readonly [string, string])[]): string {
  return entries
    .map(([name, text]) => `${createHash("sha256").update(text).digest("hex")}  ${name}\n`)
    .join("");
}
