/**
 * What every Ajv for schemas of a description needs to judge as the client's validator does.
 *
 * @packageDocumentation
 */
import { allFormats } from "./formats.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { readOnlyNames, refusedAsReadOnly, withReadOnlyRefused } from "./read-only.ts";

/** Options for Ajv: unknown keywords are remarks, and a property such as `toString` is absent unless it was sent. */
export const ajvOptions = {
  strict: false,
  validateSchema: false,
  ownProperties: true,
  keywords: [
    {
      keyword: refusedAsReadOnly,
      validate: () => false,
      errors: false as const,
      error: { message: "is read-only" },
    },
  ],
  formats: Object.fromEntries(Object.entries(allFormats).map(([name, { test }]) => [name, test])),
};

/** Returns a description for Ajv: `readOnly` properties are refused in requests; the same object if it has none. */
export function forAjv(document: JsonObject): JsonObject {
  return JSON.stringify(document).includes(`"${readOnlyNames}":`)
    ? (adapted(document) as JsonObject)
    : document;
}

function adapted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => adapted(item) as Json);
  if (!isObject(value)) return value;
  const entries = Object.entries(withReadOnlyRefused(value)).map(([key, item]) => [key, adapted(item)]);
  return Object.fromEntries(entries) as JsonObject;
}
