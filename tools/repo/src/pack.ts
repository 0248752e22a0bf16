import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Packs the published packages, each with a bill of materials, and writes the checksums of all these files.

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = join(root, "dist");

await rm(folder, { recursive: true, force: true });
await mkdir(folder);
const names: string[] = [];
for (const file of globSync(["spec/package.json", "{packages,tools}/*/package.json"], { cwd: root })) {
  const { name, private: isPrivate } = JSON.parse(await readFile(join(root, file), "utf8"));
  if (isPrivate !== true) names.push(name);
}
const filters = ["--recursive", ...names.map((name) => `--filter=${name}`)];
pnpm(...filters, "pack", "--out", join(folder, "%s.tgz"));
const bill = ["--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6", "--split", "--prod"];
pnpm(...filters, "sbom", ...bill, "--out", join(folder, "%s.cdx.json"));
const lines = (await readdir(folder)).toSorted().map(async (file) => {
  const sum = createHash("sha256").update(await readFile(join(folder, file)));
  return `${sum.digest("hex")}  ${file}\n`;
});
await writeFile(join(folder, "SHA256SUMS"), (await Promise.all(lines)).join(""));
process.stdout.write(`dist has ${lines.length} files, with their checksums in SHA256SUMS.\n`);

function pnpm(...args: readonly string[]): void {
  execFileSync("pnpm", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}
