import { astToString } from "openapi-typescript";
import { generatedHeader } from "../generated-file.ts";
import { typeNodes } from "./type-nodes.ts";

/**
 * Generates the types `paths`, `operations` and `components` of an OpenAPI description. An open string is a plain
 * `string` here; its known values are in the named types.
 *
 * @param description the parsed OpenAPI document
 * @param command the command to name in the header
 */
export function typesSource(description: object, command: string): string {
  return `${generatedHeader(command)}\n${astToString([...typeNodes(description)])}`;
}
