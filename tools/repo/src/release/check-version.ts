import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createChangeList } from "./change-list.ts";
import { changelogProblems } from "./changelog.ts";
import { readVersions, versionedPackages, versionProblems } from "./versions.ts";

// Checks that the description and its packages have one version, and that the change logs list what the gate finds.
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const versions = await readVersions(root);
const version = versions[0]?.version ?? "";
const changes = await createChangeList(root);
const problems = versionProblems(versions);
for (const folder of versionedPackages) {
  const file = `${folder}/CHANGELOG.md`;
  problems.push(...changelogProblems(await readFile(join(root, file), "utf8"), version, changes, file));
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) process.stdout.write(`Version ${version}: packages and change logs agree.\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
