import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Creates a revision of the description with some edits, and returns the arguments that compare it with ours. */
export async function revisionWith(edits: readonly [from: string, to: string][]): Promise<string[]> {
  const spec = join(root, "spec", "openapi.yaml");
  let text = await readFile(spec, "utf8");
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const revision = join(await mkdtemp(join(tmpdir(), "spec-gate-")), "revision.yaml");
  await writeFile(revision, text);
  return ["--base", spec, "--revision", revision];
}
