import { globSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createChangeList } from "./change-list.ts";
import { withDate, withEntry } from "./changelog.ts";
import { unreleasedPackages } from "./last-release.ts";
import { highestVersion, readVersions, versionedPackages, writeVersion } from "./versions.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
// Moves the spec, its packages and their change logs to the version that is named, or to the highest that one of them has;
// `--release` also dates the entries of all packages that are not released yet.
const { positionals, values } = parseArgs({
  options: { release: { type: "boolean" } },
  allowPositionals: true,
});
const version = positionals[0] ?? highestVersion(await readVersions(root));
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version such as 0.2.0.`);
await writeVersion(root, version);
const changes = await createChangeList(root);
for (const folder of versionedPackages)
  await rewrite(`${folder}/CHANGELOG.md`, (changelog) => withEntry(changelog, version, changes));
process.stdout.write(`Version ${version}: the description, its packages and their change logs moved.\n`);
if (values.release) {
  const today = new Date().toISOString().slice(0, 10);
  for (const folder of await unreleasedPackages(root))
    await rewrite(`${folder}/CHANGELOG.md`, (changelog) => withDate(changelog, today));
  for (const file of globSync("examples/*/package.json", { cwd: root })) await rewrite(file, withVersions);
}

/** The manifest of an example, with the current versions of our packages. */
function withVersions(manifest: string): string {
  return manifest.replaceAll(/("@compute-host\/([\w-]+)": )"[^"]+"/g, (_all, begin, name) => {
    const own = readFileSync(join(root, "packages", name, "package.json"), "utf8");
    return `${begin}"${JSON.parse(own).version}"`;
  });
}

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(join(root, file), change(await readFile(join(root, file), "utf8")));
}
