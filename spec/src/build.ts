import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readArguments } from "@compute-host/command-line";
import { createBundles } from "./bundles.ts";
import { specFolder } from "./redocly.ts";

readArguments({
  command: "pnpm --filter @compute-host/spec build",
  about: "Writes the bundles of the description to dist.",
});
const folder = join(specFolder, "dist");
const bundles = await createBundles("openapi.yaml");
await mkdir(folder, { recursive: true });
for (const [name, text] of bundles) {
  await writeFile(join(folder, name), text);
  process.stdout.write(`spec/dist/${name}: ${Buffer.byteLength(text)} bytes\n`);
}
