import { pointerText } from "../document/pointer.ts";
import { isObject, sameJson } from "../json-value.ts";

/** Keys that only matter to people, or to tools that display the description. */
const textKeys = new Set([
  ...[
    "description",
    "summary",
    "title",
    "example",
    "examples",
    "externalDocs",
    "tags",
    "info",
    "termsOfService",
  ],
  ...["contact", "license", "bearerFormat", "x-extensible-enum", "$comment"],
]);

/** The places where two documents differ in texts for people, and whether they also differ elsewhere. */
export interface TextChanges {
  readonly texts: readonly (readonly string[])[];
  readonly hasOthers: boolean;
}

/** Compares two parsed documents place by place; `info.version` does not count. */
export function textChangesBetween(base: unknown, revision: unknown): TextChanges {
  const differing = differences(base, revision, []);
  const texts = differing.filter((parts) =>
    parts.some((part) => textKeys.has(part) || part.startsWith("x-")),
  );
  return { texts, hasOthers: texts.length < differing.length };
}

function differences(a: unknown, b: unknown, parts: readonly string[]): (readonly string[])[] {
  if (sameJson(a, b) || pointerText(parts) === "#/info/version") return [];
  if (!isObject(a) || !isObject(b)) return [parts];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
    differences(a[key], b[key], [...parts, key]),
  );
}
