import { walkAllSchemas } from "../../model/all-schemas.ts";
import type { Api } from "../../model/api.ts";
import { camelCase } from "../../model/names.ts";
import { allFormats } from "../../schema/formats.ts";
import { keySource } from "../source-text.ts";

/** Generates the formats that the description uses. */
export function formatsSource(api: Api): string {
  const used = new Set<unknown>();
  walkAllSchemas(api, ({ format }) => used.add(format));
  const entries = Object.keys(allFormats)
    .filter((name) => used.has(name))
    .map((name) => `  ${keySource(name)}: formats.${camelCase(name)},\n`);
  return `import * as formats from "@compute-host/openapi/formats";

/** The formats of the spec. */
export const textFormats: Readonly<Record<string, formats.Format>> = {
${entries.join("")}};
`;
}
