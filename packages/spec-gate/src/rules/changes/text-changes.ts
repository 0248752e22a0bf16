import { dataKeys, isExtension, isExtensionOfMap, nameMaps, textKeys } from "../../document/keys.ts";
import { pointerText } from "../../document/pointer.ts";
import { isObject, type JsonObject, sameJson } from "../../json-value.ts";

/** Keywords that only matter to people, or to tools that display the description. */
const displayKeys = new Set([
  ...textKeys,
  "tags",
  "info",
  "termsOfService",
  "contact",
  "license",
  "bearerFormat",
]);

/** The places where two documents differ in texts for people, and whether they also differ elsewhere. */
export interface TextChanges {
  readonly texts: readonly (readonly string[])[];
  readonly hasOthers: boolean;
}

/** Compares two parsed documents place by place; `info.version` does not count. */
export function textChangesBetween(base: unknown, revision: unknown): TextChanges {
  const differing = differences(base, revision, []);
  // The promises compare `x-extensible-enum`, the only extension that they know, themselves.
  const isText = (keyword: string) => displayKeys.has(keyword) || isExtension(keyword);
  const texts = differing.filter((parts) => keywordsOf(parts).some(isText));
  return { texts, hasOthers: texts.length < differing.length };
}

/**
 * The parts of a pointer as keywords, up to the first value such as that of `default`. A name, such as that of a
 * property, is not a keyword, whatever it looks like: an empty text stands for it.
 */
function keywordsOf(parts: readonly string[]): string[] {
  const keywords: string[] = [];
  for (const [index, part] of parts.entries()) {
    const around = keywords[index - 1] ?? "";
    if (dataKeys.has(around)) break;
    const isInMap = nameMaps.has(around) && !isExtensionOfMap(part, parts.slice(0, index));
    // A security requirement is an item of a list, and its keys are names of schemes.
    const isName = isInMap || keywords[index - 2] === "security";
    keywords.push(isName ? "" : part);
  }
  return keywords;
}

/** The places that differ; lists of one length, or with more at the end, are compared item by item. */
function differences(base: unknown, revision: unknown, parts: readonly string[]): (readonly string[])[] {
  const isMoved = pointerText(parts) === "#/info/version" && typeof base === typeof revision;
  if (sameJson(base, revision) || isMoved) return [];
  const areLists = Array.isArray(base) && Array.isArray(revision) && isContinued(base, revision);
  if (!areLists && !(isObject(base) && isObject(revision))) return [parts];
  const [inBase, inRevision] = [base, revision] as [JsonObject, JsonObject];
  return [...new Set([...Object.keys(inBase), ...Object.keys(inRevision)])].flatMap((key) =>
    differences(inBase[key], inRevision[key], [...parts, key]),
  );
}

/** Whether the lists are as long as each other, or the longer one begins with the other. */
function isContinued(base: readonly unknown[], revision: readonly unknown[]): boolean {
  const length = Math.min(base.length, revision.length);
  return base.length === revision.length || sameJson(base.slice(0, length), revision.slice(0, length));
}
