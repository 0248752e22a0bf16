import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { specFolder } from "../src/redocly.ts";

/** Copies the description with one schema moved to a second file; resolves to the path of the first file. */
export async function splitDescription(): Promise<string> {
  const text = await readFile(join(specFolder, "openapi.yaml"), "utf8");
  const schema = /^ {4}ComputerSource:\n(?: {5,}.*\n|\n)+/m.exec(text)?.[0];
  if (schema === undefined) throw new Error("The description has no schema ComputerSource to move.");
  const folder = await mkdtemp(join(tmpdir(), "split-description-"));
  const file = join(folder, "openapi.yaml");
  await writeFile(join(folder, "parts.yaml"), schema.replaceAll(/^ {4}/gm, ""));
  await writeFile(
    file,
    text.replace(schema, "    ComputerSource:\n      $ref: './parts.yaml#/ComputerSource'\n"),
  );
  return file;
}
