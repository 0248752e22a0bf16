import { usedFormats } from "../../model/all-schemas.ts";
import type { Api } from "../../model/api.ts";
import { numberFormats, textFormats } from "../../model/format-names.ts";
import { camelCase } from "../../model/names.ts";
import { generatedHeader } from "../generated-file.ts";
import { keySource } from "../source-text.ts";

/** Generates the formats that the description uses and the client's validator checks. */
export function schemaFormatsSource(api: Api, command: string): string {
  const used = new Set(usedFormats(api).map(({ name }) => name));
  const tableSource = (known: object) => {
    const names = Object.keys(known).filter((name) => used.has(name));
    const entries = names.map((name) => `  ${keySource(name)}: formats.${camelCase(name)},\n`);
    return entries.length === 0 ? "{}" : `{\n${entries.join("")}}`;
  };
  const texts = tableSource(textFormats);
  const numbers = tableSource(numberFormats);
  const needsFormats = `${texts}${numbers}`.includes("formats.");
  return `${generatedHeader(command)}
${needsFormats ? 'import * as formats from "@compute-host/openapi/formats";\n' : ""}import type { Format } from "@compute-host/openapi/formats";

/** The formats of texts in the spec that are checked. */
export const textFormats: Readonly<Record<string, Format>> = ${texts};

/** The formats of numbers in the spec that are checked. */
export const numberFormats: Readonly<Record<string, Format<number>>> = ${numbers};
`;
}
