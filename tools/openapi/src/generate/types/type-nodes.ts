import { type GlobalContext, type OpenAPI3, resolveRef, transformSchema } from "openapi-typescript";
import ts from "typescript";
import { isJson, type Schema } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { isBinary } from "../../model/schemas.ts";
import { commentText, isIdentifier, valueSource } from "../source-text.ts";
import { withAssignableSchemas } from "./assignable-schemas.ts";
import { inlineDefs } from "./inline-defs.ts";

/** What openapi-typescript writes into comments. */
const words = new Set(["title", "summary", "description", "format", "default", "example", "examples"]);

/**
 * Declares the types of a description with openapi-typescript. Its texts cannot become JSDoc tags, and its names
 * cannot become code.
 *
 * @param description an OpenAPI document with only local references
 * @throws DescriptionError for a reference that leads to a part of the description without types
 */
export function typeNodes(
  description: object,
  transform?: (schema: Schema) => ts.TypeNode | undefined,
): readonly ts.Node[] {
  const document = withPlainWords(withAssignableSchemas(inlineDefs(description) as JsonObject)) as OpenAPI3;
  // Its main function would also bundle the document again, with a bundler that fails for a property `valueOf`.
  const nodes = transformSchema(document, {
    // The service applies the default, so callers may omit the property.
    defaultNonNullable: false,
    // The alternatives say their own values, as JSON Schema and so the validators require.
    discriminators: { objects: {}, refsHandled: [] },
    // An object without properties may have any.
    emptyObjectsUnknown: true,
    injectFooter: [],
    transform: (node: object) => knownType(node as Schema) ?? transform?.(node as Schema),
    resolve: (ref) => resolveRef(document, ref, { silent: true }),
  } as Partial<GlobalContext> as GlobalContext);
  return ts.transform(nodes, [withoutRawText, withInherited]).transformed;
}

function knownType(schema: Schema): ts.TypeNode | undefined {
  const { factory, SyntaxKind } = ts;
  // Bytes, in a media type that can carry them.
  if (isBinary(schema)) return factory.createTypeReferenceNode("Blob");
  const { type, properties, additionalProperties } = schema;
  const isEmpty = type === "object" && additionalProperties === false && properties === undefined;
  if (!isEmpty || schema.allOf || schema.anyOf || schema.oneOf || schema.patternProperties) return undefined;
  const members = [SyntaxKind.StringKeyword, SyntaxKind.NeverKeyword] as const;
  return factory.createTypeReferenceNode(
    "Record",
    members.map((kind) => factory.createKeywordTypeNode(kind)),
  );
}

function withPlainWords(node: unknown, isWords = false): unknown {
  if (typeof node === "string") return isWords ? commentText(node) : node;
  if (Array.isArray(node)) return node.map((item) => withPlainWords(item, isWords));
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    // The values of an enum and a constant become types, whatever their keys.
    if (key === "enum" || key === "const") return [key, value];
    const isText = typeof value === "string" || key.startsWith("example") || key === "default";
    return [key, withPlainWords(value, isWords || (isText && words.has(key)))];
  });
  return withSchema(Object.fromEntries(entries));
}

/** openapi-typescript takes a parameter with `content` for a string, but the client writes its JSON. */
function withSchema(node: Record<string, unknown>): Record<string, unknown> {
  const { name, in: place, content } = node;
  if (typeof name !== "string" || typeof place !== "string" || !isObject(content)) return node;
  const [[mediaType = "", media] = []] = Object.entries(content);
  return isJson(mediaType) && isObject(media) ? { ...node, schema: media.schema } : node;
}

/** openapi-typescript writes a literal, and the first key of a reference, as an identifier that is not escaped. */
function withoutRawText(context: ts.TransformationContext): (node: ts.Node) => ts.Node {
  return function visit(node) {
    if (ts.isIdentifier(node) && node.text.startsWith('"')) {
      return ts.factory.createIdentifier(valueSource(JSON.parse(node.text)));
    }
    const typeName = ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && node.typeName.text;
    if (typeof typeName === "string" && !isIdentifier(typeName)) {
      throw new DescriptionError(
        `A reference leads to #/${typeName}, which has no types: refer to a part of components or paths.`,
      );
    }
    return ts.visitEachChild(node, visit, context);
  };
}

/** An object without an optional property that every object inherits still has it, so that its type says both. */
function withInherited(context: ts.TransformationContext): (node: ts.Node) => ts.Node {
  const { factory } = ts;
  return function visit(node) {
    const visited = ts.visitEachChild(node, visit, context);
    if (!ts.isPropertySignature(visited) || !visited.questionToken || !visited.type) return visited;
    const name = ts.isComputedPropertyName(visited.name) ? undefined : visited.name.text;
    if (name === undefined || name === "__proto__" || !Object.hasOwn(Object.prototype, name)) return visited;
    const key = factory.createLiteralTypeNode(factory.createStringLiteral(name));
    const inherited = factory.createIndexedAccessTypeNode(factory.createTypeReferenceNode("Object"), key);
    const type = factory.createUnionTypeNode([visited.type, inherited]);
    const { modifiers, questionToken } = visited;
    return factory.updatePropertySignature(visited, modifiers, visited.name, questionToken, type);
  };
}
