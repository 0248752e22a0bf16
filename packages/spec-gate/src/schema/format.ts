import { type FormatName, fullFormats } from "ajv-formats/dist/formats.js";

/** Whether the text has the format; every text matches an unknown format. */
export function hasFormat(text: string, format: string): boolean {
  if (!Object.hasOwn(fullFormats, format)) return true;
  const definition = fullFormats[format as FormatName];
  const test = typeof definition === "object" && "validate" in definition ? definition.validate : definition;
  if (test instanceof RegExp) return test.test(text);
  return typeof test === "function" ? Boolean((test as (value: string) => unknown)(text)) : true;
}
