import { readFile, realpath } from "node:fs/promises";
import { bundledPackages } from "./bundled-packages.ts";

/** The text of `THIRD-PARTY-LICENSES.txt`: bundled packages require that their licences come with them. */
export async function thirdPartySource(): Promise<string> {
  const texts = await Promise.all(
    bundledPackages.map(
      async (name) => `${name}\n${"-".repeat(name.length)}\n\n${(await readLicense(name)).trim()}\n`,
    ),
  );
  return `Parts of these packages are included in the files of dist/.\n\n${texts.join("\n\n")}`;
}

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
