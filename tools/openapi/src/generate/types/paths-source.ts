import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { generatedHeader } from "../generated-file.ts";
import { inlineDefs } from "./inline-defs.ts";

/**
 * Generates the types `paths`, `operations` and `components` of an OpenAPI description. An open string is a plain
 * `string` here; its known values are in the named types.
 *
 * @param description the parsed OpenAPI document
 * @param command the command to name in the header
 */
export async function typesSource(description: object, command: string): Promise<string> {
  const nodes = await openapiTS(inlineDefs(description) as OpenAPI3, {
    alphabetize: false,
    // The service applies the default, so callers may omit the property.
    defaultNonNullable: false,
  });
  return `${generatedHeader(command)}\n${astToString(nodes)}`;
}
