/**
 * Generates everything that comes from the description: all files, or none if one fails. With `--check` it writes
 * nothing, and fails if a committed file differs from the generated one.
 */
import { fileURLToPath } from "node:url";
import { readArguments } from "@compute-host/command-line";
import type { Remark } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import type { JsonObject } from "../model/json.ts";
import { normalizeDescription } from "../model/normalize.ts";
import { apiOf } from "../model/read-api.ts";
import { readDescription } from "../model/read-description.ts";
import { findSourcePlace } from "../model/source-place.ts";
import { checkParses } from "./check-parses.ts";
import { type GeneratedFile, writeOrCheck } from "./generated-file.ts";
import { generatedSources } from "./generated-sources.ts";
import { unknownFormats } from "./refusals/formats.ts";
import { checkSupported } from "./refusals/refusals.ts";
import { checkStructure } from "./refusals/structure.ts";
import {
  readUnsupported,
  type Unsupported,
  withoutOperations,
  withoutRefused,
  writeUnsupported,
} from "./unsupported.ts";

const command = "pnpm generate";
const root = new URL("../../../../", import.meta.url);
const file = fileURLToPath(new URL("spec/openapi.yaml", root));
const listUrl = new URL("spec/unsupported.json", root);

const { values } = readArguments({
  command,
  about: "Generates everything that comes from spec/openapi.yaml.",
  options: {
    check: { type: "boolean", about: "write nothing; exit with 1 if a file differs" },
    "skip-unsupported": {
      type: "boolean",
      about: "leave out what cannot be generated, and list it in spec/unsupported.json",
    },
  },
});
try {
  await generate();
} catch (error) {
  // Print readable lines, because a mistake in the description is not a bug in the program.
  console.error(`${await describeError(error)} Nothing was written.`);
  process.exitCode = 1;
}

async function generate(): Promise<void> {
  const listed = await readUnsupported(listUrl);
  const isSkipping = values["skip-unsupported"] ?? false;
  const known = isSkipping ? [] : listed.map(({ operation }) => operation);
  const description = withoutOperations(await readDescription(file), known);
  const { result, refused } = await withoutRefused(description, generateFiles);
  const messages = await Promise.all(refused.map(({ error }) => describeError(error)));
  if (refused.length > 0 && !isSkipping) {
    const count = new Set(refused.flatMap(({ operations }) => operations)).size;
    const what = count === 1 ? "the operation" : `the ${count} operations`;
    throw new Error(
      `${messages.join("\n")}\nTo leave out ${what} concerned, run \`${command} --skip-unsupported\`.`,
    );
  }
  if (isSkipping) {
    const reasons = new Map<string, string>();
    for (const [index, { operations }] of refused.entries()) {
      for (const operation of operations)
        reasons.set(operation, reasons.get(operation) ?? messages[index] ?? "");
    }
    const unsupported = [...reasons].map(([operation, reason]): Unsupported => ({ operation, reason }));
    await writeUnsupported(listUrl, unsupported);
    for (const { operation, reason } of unsupported) console.warn(`Left out ${operation}: ${reason}`);
  }
  await showRemarks(result.remarks);
  await writeOrCheck(result.files, values.check ?? false);
}

/** Says in one line each what is read otherwise than it is written, with its first place. */
async function showRemarks(remarks: readonly Remark[]): Promise<void> {
  const places = Map.groupBy(remarks, ({ message }) => message);
  for (const [message, same] of places) {
    const count = same.length === 1 ? "" : ` (the first of ${same.length} places)`;
    console.warn(`${await findSourcePlace(file, same[0]?.pointer ?? "")}${count}: ${message}`);
  }
}

async function describeError(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError) return (await Promise.all(error.errors.map(describeError))).join("\n");
  const isPlaced = error instanceof DescriptionError && error.pointer !== undefined;
  return isPlaced ? `${await findSourcePlace(file, error.pointer ?? "")}: ${error.message}` : error.message;
}

interface Generated {
  readonly files: readonly GeneratedFile[];
  readonly remarks: readonly Remark[];
}

async function generateFiles(description: JsonObject): Promise<Generated> {
  let openApi = description;
  try {
    const { document, remarks } = normalizeDescription(description);
    openApi = document;
    const files = filesOfOpenApi(document);
    await checkStructure(document);
    return { files, remarks };
  } catch (error) {
    // Our own sentences say best what to do; anything else may be due to a part that is not OpenAPI.
    const isOurs = error instanceof DescriptionError || error instanceof AggregateError;
    if (!isOurs) await checkStructure(openApi);
    throw error;
  }
}

function filesOfOpenApi(description: JsonObject): GeneratedFile[] {
  const api = apiOf(description);
  checkSupported(api);
  const sources = Object.entries(generatedSources(api, command));
  const unknown = unknownFormats(api);
  if (unknown.length > 0)
    console.warn(`Nothing checks these formats, which no one knows: ${unknown.join(", ")}.`);
  return sources.map(([path, text]) => {
    checkParses(path, text);
    return { url: new URL(path, root), text, command };
  });
}
