/**
 * Generates everything that comes from the description: all files, or none if one fails. With `--check` it writes
 * nothing, and fails if a committed file differs from the generated one.
 */
import { fileURLToPath } from "node:url";
import { DescriptionError } from "../model/description-error.ts";
import { readApi } from "../model/read-api.ts";
import { sourcePlaceOf } from "../model/source-place.ts";
import { checkParses } from "./check-parses.ts";
import { type GeneratedFile, readCheckOption, writeOrCheck } from "./generated-file.ts";
import { generatedSources } from "./generated-sources.ts";
import { unknownFormatsOf } from "./refusals/formats.ts";
import { checkSupported } from "./refusals/refusals.ts";

const command = "pnpm generate";
const root = new URL("../../../../", import.meta.url);
const description = fileURLToPath(new URL("spec/openapi.yaml", root));

const isCheck = readCheckOption("Generates everything that comes from spec/openapi.yaml.");
try {
  await writeOrCheck(await generatedFiles(), isCheck);
} catch (error) {
  // Print one readable line, because a mistake in the description is not a bug in the program.
  console.error(`${await messageOf(error)} Nothing was written.`);
  process.exitCode = 1;
}

async function messageOf(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  const isPlaced = error instanceof DescriptionError && error.pointer !== undefined;
  return isPlaced
    ? `${await sourcePlaceOf(description, error.pointer ?? "")}: ${error.message}`
    : error.message;
}

async function generatedFiles(): Promise<GeneratedFile[]> {
  const api = await readApi(description);
  checkSupported(api);
  const sources = Object.entries(generatedSources(api, command));
  const unknown = unknownFormatsOf(api);
  if (unknown.length > 0)
    console.warn(`Nothing checks these formats, which no one knows: ${unknown.join(", ")}.`);
  return sources.map(([path, text]) => {
    checkParses(path, text);
    return { url: new URL(path, root), text, command };
  });
}
