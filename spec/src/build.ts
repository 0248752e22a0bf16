import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createBundles } from "./bundles.ts";
import { specFolder } from "./redocly.ts";

/** Writes the published forms of the description, and their checksums, to `dist`. */
const folder = join(specFolder, "dist");
const bundles = await createBundles("openapi.yaml");
await mkdir(folder, { recursive: true });
for (const [name, text] of bundles) {
  await writeFile(join(folder, name), text);
  process.stdout.write(`spec/dist/${name}: ${Buffer.byteLength(text)} bytes\n`);
}
