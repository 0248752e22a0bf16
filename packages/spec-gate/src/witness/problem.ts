import type { ErrorObject } from "ajv/dist/2020.js";

/** Keywords that refuse a value for what is inside it. */
const wholeKeywords = new Set([
  ...["oneOf", "anyOf", "not", "if", "contains", "enum", "const", "uniqueItems", "propertyNames"],
  ...["minProperties", "maxProperties", "minItems", "maxItems", "unevaluatedProperties", "unevaluatedItems"],
]);

/** Describes what the validator's errors say about the place in a message; `undefined` if they are about others. */
export function problemAt(place: readonly string[], errors: readonly ErrorObject[]): string | undefined {
  // The errors of the members of a union come before that of the union.
  const found = errors.filter((error) => error.keyword !== "if" && isAbout(error, place)).at(-1);
  if (!found) return undefined;
  const { instancePath, message = "is refused", params } = found;
  const values: unknown = params.allowedValues ?? params.allowedValue;
  const name = params.additionalProperty ?? params.unevaluatedProperty;
  const more = values !== undefined ? `: ${JSON.stringify(values)}` : name === undefined ? "" : `: ${name}`;
  return `${instancePath || "the message"} ${message}${more}`;
}

function isAbout({ instancePath, keyword, params, schemaPath }: ErrorObject, at: readonly string[]): boolean {
  const [place, parent] = [pointerOf(at), pointerOf(at.slice(0, -1))];
  if (instancePath === place || instancePath.startsWith(`${place}/`)) return true;
  const { missingProperty, additionalProperty, unevaluatedProperty, property } = params;
  const names = [missingProperty, additionalProperty, unevaluatedProperty, property];
  if (instancePath === parent && names.includes(at.at(-1))) return true;
  const isAround = `${place}/`.startsWith(`${instancePath}/`);
  return isAround && (wholeKeywords.has(keyword) || /\/dependent(?:Schemas|Required)\//.test(schemaPath));
}

function pointerOf(parts: readonly string[]): string {
  return parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
