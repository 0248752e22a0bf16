import ts from "typescript";

/**
 * Creates the type of an open string with these known values: `"a" | "b" | (string & {})`. Editors complete the
 * known values, and any other string is accepted.
 */
export function openEnum(known: readonly string[]): ts.TypeNode {
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
