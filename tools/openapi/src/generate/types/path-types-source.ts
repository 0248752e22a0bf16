import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  transformSchema,
} from "openapi-typescript";
import { isObject } from "../../schema/json.ts";
import { commentText } from "../source-text.ts";

/**
 * Generates the types `paths`, `operations` and `components` with openapi-typescript; texts cannot become
 * JSDoc tags. An open string is a plain `string` here; its known values are in the named types.
 *
 * @param description an OpenAPI document with only local references
 */
export function pathTypesSource(description: object): string {
  const document = withPlainWords(description) as OpenAPI3;
  // Its main function would also bundle and lint the document.
  const nodes = transformSchema(document, {
    // The service applies the default, so callers may omit the property.
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    // An object without properties may have any.
    emptyObjectsUnknown: true,
    injectFooter: [],
    resolve: (ref) => resolveRef(document, ref, { silent: true }),
  } as Partial<GlobalContext> as GlobalContext);
  return astToString(nodes);
}

/** What openapi-typescript writes into comments, and what it writes into types. */
const words = /^(title|summary|description|default|examples?)$/;
const values = /^(enum|const|x-extensible-enum)$/;

function withPlainWords(node: unknown, isWords = false): unknown {
  if (typeof node === "string") return isWords ? commentText(node) : node;
  if (Array.isArray(node)) return node.map((item) => withPlainWords(item, isWords));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      isWords ? commentText(key) : key,
      values.test(key) ? value : withPlainWords(value, isWords || words.test(key)),
    ]),
  );
}
