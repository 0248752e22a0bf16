import { nameMaps, textKeys } from "../../document/keys.ts";
import { pointerText } from "../../document/pointer.ts";
import { isObject, type JsonObject, sameJson } from "../../json-value.ts";

/** Keys that only matter to people, or to tools that display the description. */
const displayKeys = new Set([
  ...[...textKeys, "tags", "info", "termsOfService", "contact", "license", "bearerFormat"],
  "x-extensible-enum",
]);

/** Keywords of OpenAPI 3.2 that affect the wire and that the gate does not compare. */
const unjudgedKeys = new Set(["prefixEncoding", "itemEncoding", "defaultMapping", "oauth2MetadataUrl"]);

/** The places where two documents differ in texts for people, and whether they also differ elsewhere. */
export interface TextChanges {
  readonly texts: readonly (readonly string[])[];
  /** The pointers to keywords that the gate does not compare. */
  readonly unjudged: readonly (readonly string[])[];
  readonly hasOthers: boolean;
}

/** Compares two parsed documents place by place; `info.version` does not count. */
export function textChangesBetween(base: unknown, revision: unknown): TextChanges {
  const differing = differences(base, revision, []);
  const texts = differing.filter((parts) =>
    parts.some((part, index) => isKeyword(displayKeys, parts, index) || part.startsWith("x-")),
  );
  const others = differing.filter((parts) => !texts.includes(parts));
  const unjudged = others.flatMap((parts) => {
    const at = parts.findIndex((_part, index) => isKeyword(unjudgedKeys, parts, index));
    return at < 0 ? [] : [parts.slice(0, at + 1)];
  });
  return { texts, unjudged, hasOthers: others.length > 0 };
}

/** Whether a part of a pointer is one of these keywords, and not the name of a property, say. */
function isKeyword(keywords: ReadonlySet<string>, parts: readonly string[], index: number): boolean {
  return keywords.has(parts[index] ?? "") && !nameMaps.has(parts[index - 1] ?? "");
}

/** The places that differ; lists of one length are compared item by item. */
function differences(a: unknown, b: unknown, parts: readonly string[]): (readonly string[])[] {
  if (sameJson(a, b) || pointerText(parts) === "#/info/version") return [];
  const areLists = Array.isArray(a) && Array.isArray(b) && a.length === b.length;
  if (!areLists && !(isObject(a) && isObject(b))) return [parts];
  const [before, after] = [a, b] as [JsonObject, JsonObject];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], [...parts, key]),
  );
}
