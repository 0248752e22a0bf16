import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { generatedHeader } from "./generated-file.ts";
import { inlineDefs } from "./inline-defs.ts";

/**
 * The types of an OpenAPI description, as TypeScript source.
 *
 * `x-extensible-enum` lists the known values of an open string: it becomes a union that editors complete and that
 * still accepts any string. (openapi-typescript alone gives `string`, or a union that collapses to it.)
 *
 * @param description the OpenAPI document, parsed
 * @param command the command to name in the header
 */
export async function typesSource(description: object, command: string): Promise<string> {
  const nodes = await openapiTS(inlineDefs(description) as OpenAPI3, {
    alphabetize: false,
    transform(schema) {
      const known = (schema as { "x-extensible-enum"?: unknown })["x-extensible-enum"];
      return isStringList(known) ? openEnum(known) : undefined;
    },
  });
  return `${generatedHeader(command)}\n${astToString(nodes)}`;
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** `"a" | "b" | (string & {})` */
function openEnum(known: readonly string[]): ts.TypeNode {
  const { factory, SyntaxKind } = ts;
  const anyString = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
      factory.createTypeLiteralNode([]),
    ]),
  );
  const literals = known.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  return factory.createUnionTypeNode([...literals, anyString]);
}
