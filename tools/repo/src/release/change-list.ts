import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readApiDocument } from "@compute-host/spec-gate";
import { git } from "../checks/git.ts";
import { readEntries } from "./changelog.ts";
import { changelogFile, commitOfEntry } from "./history.ts";
import { runGate } from "./run-program.ts";
import { readVersion, specFile } from "./versions.ts";

/**
 * Creates the change list for the entry of the current version, which the gate writes.
 * @param gate runs the gate's command line in a folder
 */
export async function createChangeList(root: string, gate = runGate): Promise<string> {
  const version = readVersion(await readFile(join(root, specFile), "utf8"));
  const base = await previousCommit(root, version);
  return base === undefined ? firstVersion(join(root, specFile)) : differences(root, base, gate);
}

/**
 * Finds the commit to compare the current version with: the previous version's tag if it was released, otherwise the commit
 * that added its entry. Entries added together with the current one do not mark a state of the description, so the one before
 * them counts.
 */
async function previousCommit(root: string, version: string): Promise<string | undefined> {
  const entries = readEntries(await readFile(join(root, changelogFile), "utf8"));
  const index = entries.findIndex((entry) => entry.version === version);
  for (const { version: previous, interfaceChanges } of entries.slice(index + 1)) {
    const tag = `@compute-host/spec@${previous}`;
    if ((await git(root, "tag", "--list", tag)) !== "") return tag;
    const hasEntry = (changelog: string) =>
      readEntries(changelog).some(
        (entry) => entry.version === previous && entry.interfaceChanges === interfaceChanges,
      );
    const { commit, changelog } = await commitOfEntry(root, previous, hasEntry);
    if (!readEntries(changelog).some((entry) => entry.version === version)) return commit;
  }
  return undefined;
}

/** Lists every operation of a first version. */
export function firstVersion(file: string): string {
  const paths = readApiDocument(file).root.paths as Record<string, Record<string, { operationId?: string }>>;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => `- \`${operation.operationId}\`: \`${method.toUpperCase()} ${path}\``),
  );
  return ["First version, with these operations:", "", ...operations].join("\n");
}

async function differences(root: string, commit: string, gate: typeof runGate): Promise<string> {
  const args = ["diff", "--base-ref", commit, "--revision", specFile, "--format", "changelog"];
  const { exitCode, stdout, stderr } = await gate(args, root);
  if (exitCode > 1) throw new Error(`The gate could not compare the versions: ${stderr.trim()}`);
  // Drop the entry's title, and nest its headings below the one that it gets here.
  return stdout
    .replace(/^## .*\n/, "")
    .replace(/^### /gm, "#### ")
    .trim();
}
