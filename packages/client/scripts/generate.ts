/**
 * Writes the licences of the packages that the client bundles, which require that their licences come with them; with `--check` only
 * compares.
 */
import { readFile, realpath } from "node:fs/promises";
import { writeOrCheck } from "@compute-host/openapi/generated-file";
import { bundledPackages } from "./bundled-packages.ts";

/** The text of each licence, with its packages and their copyright notices. */
const holders = new Map<string, string[]>();
for (const name of bundledPackages) {
  const [, copyright = "", rest = ""] =
    /^MIT License\n+(Copyright [^\n]*)\n+(.*)$/s.exec(await readLicense(name)) ?? [];
  if (!rest) throw new Error(`The licence of ${name} is another one: add it here.`);
  holders.set(rest.trim(), [...(holders.get(rest.trim()) ?? []), `${name}\n${copyright}`]);
}
const texts = [...holders].map(([text, names]) => `MIT License\n\n${names.join("\n")}\n\n${text}\n`);
await writeOrCheck([
  {
    url: new URL("../THIRD-PARTY-LICENSES.txt", import.meta.url),
    text: `Parts of these packages are included in the files of dist/.\n\n${texts.join("\n")}`,
  },
]);

async function readLicense(name: string): Promise<string> {
  const modules = new URL("../node_modules/", import.meta.url);
  // Dependencies of openapi-fetch are installed beside it.
  const beside = new URL(`file://${await realpath(new URL("openapi-fetch", modules))}/../`);
  const candidates = [new URL(`${name}/LICENSE`, modules), new URL(`${name}/LICENSE`, beside)];
  for (const url of candidates) {
    const text = await readFile(url, "utf8").catch(() => undefined);
    if (text !== undefined) return text;
  }
  throw new Error(`${name} has no LICENSE where it is installed; run \`pnpm install\`.`);
}
