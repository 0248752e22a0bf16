import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { runGate } from "../run-gate.ts";
import { entriesOf, previousVersion } from "./changelog.ts";
import { specAtVersion } from "./history.ts";
import { specFile, versionOf } from "./versions.ts";

/** The change log of the description, relative to the root of the repository. */
export const changelogFile = "spec/CHANGELOG.md";

/** The change list that the entry of the present version must carry: the gate's own words. */
export async function changeListOf(root: string): Promise<string> {
  const text = await readFile(join(root, specFile), "utf8");
  const changelog = await readFile(join(root, changelogFile), "utf8");
  const previous = previousVersion(changelog, versionOf(text));
  if (previous === undefined || entriesOf(changelog).length === 0) return firstVersion(text);
  return differences(await specAtVersion(root, previous), text);
}

/** The list of a first version: every operation that it brings. */
export function firstVersion(text: string): string {
  const { paths } = parse(text) as { paths: Record<string, Record<string, { operationId?: string }>> };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => `- \`${operation.operationId}\`: \`${method.toUpperCase()} ${path}\``),
  );
  return ["First version, with these operations:", "", ...operations].join("\n");
}

async function differences(base: string, revision: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "spec-changes-"));
  try {
    await writeFile(join(folder, "base.yaml"), base);
    await writeFile(join(folder, "revision.yaml"), revision);
    const files = [join(folder, "base.yaml"), join(folder, "revision.yaml")];
    const { exitCode, stdout, stderr } = await runGate(["diff", ...files, "--format", "markdown"]);
    if (exitCode > 1) throw new Error(`The gate could not compare the versions: ${stderr.trim()}`);
    // Its own title goes, and its headings stand below those of the entry.
    return stdout
      .replace(/^## .*\n/, "")
      .replace(/^#{2,3} /gm, "#### ")
      .trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
