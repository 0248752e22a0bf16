import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "@compute-host/command-line";
import { changeListOf } from "./change-list.ts";
import { withEntry } from "./changelog.ts";
import { changelogFile } from "./history.ts";
import { highestVersion, readVersions, writeVersion } from "./versions.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const { positionals } = readArguments({
  command: "pnpm spec:version",
  about: "Moves info.version and the versions of its packages, and writes the entry of the changelog.",
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
const changelog = await readFile(join(root, changelogFile), "utf8");
await writeFile(join(root, changelogFile), withEntry(changelog, version, await changeListOf(root)));
process.stdout.write(`Version ${version}: the description, its packages and ${changelogFile} moved.\n`);
