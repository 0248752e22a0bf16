import { methodKeys } from "./api.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { pointerOf } from "./pointer.ts";

/** The kinds of objects in a description that lead to schemas. */
type Kind =
  | "document"
  | "components"
  | "pathItem"
  | "operation"
  | "parameter"
  | "body"
  | "response"
  | "mediaType"
  | "schema";

type Child = Kind | { readonly each: Child };

const pathItem = {
  parameters: { each: "parameter" },
  ...Object.fromEntries(methodKeys.map((method) => [method, "operation"])),
} as const;

/** Where the objects of each kind are, by the key that holds them ([OpenAPI 3.1, section 4.8](https://spec.openapis.org/oas/v3.1.1#schema-0)). */
const children: Readonly<Record<Kind, Readonly<Record<string, Child>>>> = {
  document: { paths: { each: "pathItem" }, webhooks: { each: "pathItem" }, components: "components" },
  components: {
    schemas: { each: "schema" },
    parameters: { each: "parameter" },
    headers: { each: "parameter" },
    requestBodies: { each: "body" },
    responses: { each: "response" },
    pathItems: { each: "pathItem" },
  },
  pathItem,
  operation: { parameters: { each: "parameter" }, requestBody: "body", responses: { each: "response" } },
  parameter: { schema: "schema", content: { each: "mediaType" } },
  body: { content: { each: "mediaType" } },
  response: { headers: { each: "parameter" }, content: { each: "mediaType" } },
  mediaType: { schema: "schema" },
  schema: {},
};

/** Replaces an object of a description. */
export type Replace = (value: JsonObject, pointer: string) => JsonObject;

/** Copies a description with its objects of some kinds replaced, after those inside them; references are not followed. */
export function mapParts(
  document: JsonObject,
  replacements: Readonly<Partial<Record<Kind, Replace>>>,
): JsonObject {
  function copy(value: Json | undefined, child: Child, pointer: string): Json | undefined {
    if (typeof child === "object") {
      const inside = (key: string | number, item: Json | undefined) =>
        copy(item, child.each, pointer + pointerOf(key));
      if (Array.isArray(value)) return value.map((item: Json, index) => inside(index, item) as Json);
      if (!isObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(key, item)]));
    }
    if (!isObject(value)) return value;
    const held = children[child];
    const entries = Object.entries(value).map(([key, item]) => {
      const kind = Object.hasOwn(held, key) ? held[key] : undefined;
      return [key, kind === undefined ? item : copy(item, kind, pointer + pointerOf(key))];
    });
    const copied = Object.fromEntries(entries) as JsonObject;
    return replacements[child]?.(copied, pointer) ?? copied;
  }
  return copy(document, "document", "") as JsonObject;
}
