import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { generatedHeader } from "./generated-file.ts";
import { inlineDefs } from "./inline-defs.ts";

/**
 * The types of an OpenAPI description as openapi-typescript's own clients want them: `paths`, `components`, `operations`.
 *
 * A string with `x-extensible-enum` is a plain `string` here: openapi-fetch 0.17 maps over the properties of everything that
 * extends `object`, and makes an object of `string & {}` (openapi-typescript issues 2615 and 2620). The named interfaces have
 * the known values.
 *
 * @param description the OpenAPI document, parsed
 * @param command the command to name in the header
 */
export async function typesSource(description: object, command: string): Promise<string> {
  const nodes = await openapiTS(inlineDefs(description) as OpenAPI3, { alphabetize: false });
  return `${generatedHeader(command)}\n${astToString(nodes)}`;
}
