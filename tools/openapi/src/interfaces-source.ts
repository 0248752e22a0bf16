import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { generatedHeader } from "./generated-file.ts";
import { inlineDefs } from "./inline-defs.ts";

/**
 * The schemas of an OpenAPI description as TypeScript source with one name each: an object is an interface, so that editors and
 * compilers show its name; anything else is an alias.
 *
 * `x-extensible-enum` lists the known values of an open string: it becomes a union that editors complete and that
 * still accepts any string. (openapi-typescript alone gives `string`, or a union that collapses to it.)
 *
 * @param description the OpenAPI document, parsed
 * @param command the command to name in the header
 */
export async function interfacesSource(description: object, command: string): Promise<string> {
  const nodes = await openapiTS(inlineDefs(description) as OpenAPI3, {
    alphabetize: false,
    transform(schema) {
      const known = (schema as { "x-extensible-enum"?: unknown })["x-extensible-enum"];
      return isStringList(known) ? openEnum(known) : undefined;
    },
  });
  return `${generatedHeader(command)}\n${astToString(schemaMembers(nodes).map(namedType))}`;
}

/** The members of `components["schemas"]`. */
function schemaMembers(nodes: readonly ts.Node[]): ts.PropertySignature[] {
  const components = nodes.find(
    (node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && node.name.text === "components",
  );
  const schemas = components?.members.find((member) => nameOf(member) === "schemas");
  const type = schemas && ts.isPropertySignature(schemas) ? schemas.type : undefined;
  return type && ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : [];
}

function nameOf({ name }: ts.TypeElement): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

/** The declaration of one schema, with the comment of the member. */
function namedType(member: ts.PropertySignature): ts.Statement {
  const { factory, SyntaxKind } = ts;
  const name = nameOf(member) ?? "";
  const type = withNames(member.type ?? factory.createKeywordTypeNode(SyntaxKind.UnknownKeyword));
  const exported = [factory.createModifier(SyntaxKind.ExportKeyword)];
  const statement = ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(exported, name, undefined, type);
  return ts.setSyntheticLeadingComments(statement, ts.getSyntheticLeadingComments(member));
}

/** Puts `Name` in place of `components["schemas"]["Name"]`. */
function withNames<T extends ts.TypeNode>(type: T): T {
  const visit = (node: ts.Node): ts.Node => {
    if (ts.isIndexedAccessTypeNode(node) && ts.isIndexedAccessTypeNode(node.objectType)) {
      const { indexType } = node;
      if (ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)) {
        return ts.factory.createTypeReferenceNode(indexType.literal.text);
      }
    }
    return ts.visitEachChild(node, visit, undefined);
  };
  return ts.visitNode(type, visit) as T;
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
