import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeListOf } from "./change-list.ts";
import { withEntry } from "./changelog.ts";
import { changelogFile } from "./history.ts";
import { highestVersion, readVersions, writeVersion } from "./versions.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const [wanted] = process.argv.slice(2);
if (wanted !== undefined && !/^\d+\.\d+\.\d+$/.test(wanted)) {
  process.stderr.write(`"${wanted}" is not a version; usage: pnpm spec:version [MAJOR.MINOR.PATCH]\n`);
  process.exit(2);
}
const version = wanted ?? highestVersion(await readVersions(root));
await writeVersion(root, version);
const changelog = await readFile(join(root, changelogFile), "utf8");
await writeFile(join(root, changelogFile), withEntry(changelog, version, await changeListOf(root)));
process.stdout.write(`Version ${version}: the description, its packages and ${changelogFile} moved.\n`);
