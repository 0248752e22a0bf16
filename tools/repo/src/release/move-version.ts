import { globSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "@compute-host/command-line";
import { createChangeList } from "./change-list.ts";
import { withDate, withEntry } from "./changelog.ts";
import { unreleasedPackages } from "./last-release.ts";
import { highestVersion, readVersions, versionedPackages, writeVersion } from "./versions.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const { positionals, values } = readArguments({
  command: "pnpm spec:version",
  about: "Moves info.version and the versions of its packages, and writes the entries of their change logs.",
  options: {
    release: {
      type: "boolean",
      about: "dates the entries of all packages that are not released yet",
    },
  },
  arguments: [
    {
      name: "VERSION",
      accepts: { name: "a version such as 0.2.0", test: (text) => /^\d+\.\d+\.\d+$/.test(text) },
      about: "the version to give (the highest that one of them has)",
    },
  ],
  examples: ["pnpm spec:version 0.2.0"],
});
const [wanted] = positionals;
const version = wanted ?? highestVersion(await readVersions(root));
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
