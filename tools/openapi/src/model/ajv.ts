/**
 * What every Ajv for schemas of a description needs to judge as the client's validator does.
 *
 * @packageDocumentation
 */
import { numberFormats, textFormats } from "./format-names.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { readOnlyNames, refusedAsReadOnly, withReadOnlyRefused } from "./read-only.ts";

/** Options for Ajv: unknown keywords and formats are remarks, and a property such as `toString` is absent unless it was sent. */
export const ajvOptions = {
  strict: false,
  validateSchema: false,
  ownProperties: true,
  // 0.3 is a multiple of 0.1, though 0.3 / 0.1 is not exactly 3.
  multipleOfPrecision: 9,
  // It would warn of a format that says what a value is; `pnpm generate` names those.
  logger: false as const,
  keywords: [
    {
      keyword: refusedAsReadOnly,
      validate: () => false,
      errors: false as const,
      error: { message: "is read-only" },
    },
  ],
  formats: Object.assign(
    // A format named like a method of every object is unknown, too.
    Object.create(null) as Record<string, never>,
    Object.fromEntries(Object.entries(textFormats).map(([name, { test }]) => [name, test])),
    Object.fromEntries(
      Object.entries(numberFormats).map(([name, { test }]) => [name, { type: "number", validate: test }]),
    ),
  ),
};

/**
 * Returns a description for Ajv: `readOnly` properties are refused in requests, and the property `__proto__`, which Ajv skips, is
 * described by a pattern.
 */
export function forAjv(document: JsonObject): JsonObject {
  if (!new RegExp(`"(__proto__|${readOnlyNames})":`).test(JSON.stringify(document))) return document;
  return adapted(document) as JsonObject;
}

function adapted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => adapted(item) as Json);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(withReadOnlyRefused(value)).map(([key, item]) => [key, adapted(item)]),
  );
  const { properties, patternProperties } = copy;
  if (!isObject(properties) || !Object.hasOwn(properties, "__proto__")) return copy;
  const { ["__proto__"]: proto, ...others } = properties;
  const patterns = { ...(isObject(patternProperties) && patternProperties), "^__proto__$": proto };
  return { ...copy, properties: others, patternProperties: patterns };
}
