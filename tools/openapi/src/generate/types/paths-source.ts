import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { generatedHeader } from "../generated-file.ts";
import { inlineDefs } from "./inline-defs.ts";

/**
 * The types `paths`, `operations` and `components` of an OpenAPI description, as TypeScript source. An open string is a
 * plain `string` here; its known values are in the named types.
 *
 * @param description the OpenAPI document, parsed
 * @param command the command to name in the header
 */
export async function typesSource(description: object, command: string): Promise<string> {
  const nodes = await openapiTS(inlineDefs(description) as OpenAPI3, {
    alphabetize: false,
    // A default is what the service assumes: the caller may leave the property out.
    defaultNonNullable: false,
  });
  return `${generatedHeader(command)}\n${astToString(nodes)}`;
}
