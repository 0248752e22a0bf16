import { relative } from "node:path";
import { bundle, createConfig, getLineColLocation } from "@redocly/openapi-core";
import { upgradeFromThreeToThreeOne } from "@scalar/openapi-upgrader/3.0-to-3.1";
import { DescriptionError } from "./description-error.ts";
import { isObject, type JsonObject } from "./json.ts";
import { findSourcePlace } from "./source-place.ts";

/**
 * Reads an OpenAPI 3.0 or 3.1 description with every file that it references.
 *
 * @param file its path
 * @returns an OpenAPI 3.1 document with only local references
 * @throws DescriptionError if a file is missing or not YAML or JSON, or a reference does not resolve
 */
export async function readDescription(file: string): Promise<JsonObject> {
  // Any argument, compared with its type, doubles the time in which packages that import this compile.
  const config = await createConfig();
  const { bundle: bundled, problems } = await bundle({ config, ref: file }).catch((cause: Error) => {
    throw new DescriptionError(`${shown(file)} cannot be read: ${cause.message}`, undefined, { cause });
  });
  const [problem] = problems.filter(({ severity }) => severity === "error");
  if (problem !== undefined) {
    const [place] = problem.location;
    if (place === undefined) throw new DescriptionError(`${shown(file)}: ${problem.message}`);
    const { line } = getLineColLocation(place).start;
    const text = place.source.getLines()[line - 1]?.trim();
    const at = `${shown(place.source.absoluteRef)}:${line}`;
    throw new DescriptionError(`${at}: ${problem.message}: correct \`${text}\`.`);
  }
  const document: unknown = bundled.parsed;
  const version = isObject(document) ? String(document.openapi ?? "") : "";
  if (!isObject(document) || !/^3\.[01]\b/.test(version)) {
    const place = await findSourcePlace(file, "/openapi");
    throw new DescriptionError(
      `${place}: \`openapi\` is "${version}": write the description in OpenAPI 3.0 or 3.1.`,
    );
  }
  return version.startsWith("3.0") ? (upgradeFromThreeToThreeOne({ ...document }) as JsonObject) : document;
}

function shown(file: string): string {
  return relative(process.cwd(), file) || file;
}
