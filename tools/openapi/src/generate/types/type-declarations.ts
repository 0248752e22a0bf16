import { astToString } from "openapi-typescript";
import ts from "typescript";
import { knownValues, type Schema } from "../../schema/schemas.ts";
import { typeNodes } from "./type-nodes.ts";

interface DeclarationOptions {
  /** How a declaration refers to the type of a schema, if not by the schema's name. */
  readonly names?: ReadonlyMap<string, string>;
  /**
   * What some of the types extend, by name. Their optional members accept `undefined` too, whatever the caller's compiler options.
   */
  readonly bases?: ReadonlyMap<string, string>;
}

/**
 * Declares a named, documented type for each schema: an interface for a plain object, otherwise an alias. The types
 * refer to each other by name.
 *
 * `x-extensible-enum` lists the known values of an open string, which becomes a union that editors complete and
 * that still accepts any string.
 */
export function typeDeclarations(
  schemas: Readonly<Record<string, Schema>>,
  options: DeclarationOptions = {},
): ReadonlyMap<string, string> {
  const document = { openapi: "3.1.0", info: { title: "", version: "" }, paths: {}, components: { schemas } };
  const nodes = typeNodes(document, (schema) => {
    const known = knownValues(schema);
    return known === undefined ? undefined : openEnum(known);
  });
  const members = nodes.filter(ts.isInterfaceDeclaration).flatMap((node) => {
    const [schemasMember] = node.name.text === "components" ? node.members : [];
    const type = schemasMember && ts.isPropertySignature(schemasMember) ? schemasMember.type : undefined;
    return type && ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : [];
  });
  return new Map(
    members.map((member) => {
      const schemaName = (member.name as ts.Identifier | ts.StringLiteral).text;
      return [schemaName, declarationSource(member, schemaName, options)];
    }),
  );
}

function declarationSource(
  member: ts.PropertySignature,
  name: string,
  { names, bases }: DeclarationOptions,
): string {
  const { factory, SyntaxKind } = ts;
  const exported = [factory.createModifier(SyntaxKind.ExportKeyword)];
  const type = member.type ?? factory.createKeywordTypeNode(SyntaxKind.UnknownKeyword);
  const members =
    ts.isTypeLiteralNode(type) && type.members.every(ts.isPropertySignature) ? type.members : undefined;
  const base = bases?.get(name);
  const declaration = members
    ? factory.createInterfaceDeclaration(
        exported,
        name,
        undefined,
        base === undefined ? undefined : [extending(base)],
        base === undefined ? members : members.map(withUndefined),
      )
    : factory.createTypeAliasDeclaration(exported, name, undefined, type);
  ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member));
  return tidy(astToString(declaration)).replaceAll(
    /components\["schemas"\]\["(\w+)"\]/g,
    (_, schema: string) => names?.get(schema) ?? schema,
  );
}

function extending(base: string): ts.HeritageClause {
  const expression = ts.factory.createExpressionWithTypeArguments(
    ts.factory.createIdentifier(base),
    undefined,
  );
  return ts.factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, [expression]);
}

function withUndefined(member: ts.PropertySignature): ts.PropertySignature {
  const { modifiers, name, questionToken, type } = member;
  if (questionToken === undefined || type === undefined) return member;
  const union = ts.factory.createUnionTypeNode([
    ...(ts.isUnionTypeNode(type) ? type.types : [type]),
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword),
  ]);
  return ts.factory.updatePropertySignature(member, modifiers, name, questionToken, union);
}

function tidy(text: string): string {
  return (
    text
      // openapi-typescript puts the format on the line above the description: make it a paragraph.
      .replaceAll(/^( *\*) Format: (\S+)\n *\* @description /gm, "$1 Format: $2.\n$1\n$1 ")
      .replaceAll(/^( *(?:\/\*)?\*) @description /gm, "$1 ")
      .replaceAll(/^( *\*) {5}(?=\S)/gm, "$1 ")
  );
}

/** Editors complete the known values, and any other string is accepted: `"a" | "b" | (string & {})`. */
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
