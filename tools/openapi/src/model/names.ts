import pluralize from "pluralize";
import type { Operation } from "./api.ts";

/** Converts a name to camelCase: `install-deps` and `Install deps` become `installDeps`. */
export function camelCase(name: string): string {
  const [first = "", ...rest] = splitWords(name);
  return first.toLowerCase() + rest.map(capitalized).join("");
}

/** Converts a name to PascalCase. */
export function pascalCase(name: string): string {
  return splitWords(name).map(capitalized).join("");
}

/**
 * Names an operation's method on its resource: the operationId without the resource if that leaves one verb
 * (`listComputers`, `computers/list` and `computers_list` become `list`), otherwise the complete operationId.
 */
export function shortMethodName(operationId: string, tag: string): string {
  const words = splitWords(operationId);
  const lower = words.map((word) => word.toLowerCase());
  const tagWords = splitWords(tag).map((word) => word.toLowerCase());
  for (const noun of [tagWords, [...tagWords.slice(0, -1), pluralize.singular(tagWords.at(-1) ?? "")]]) {
    const at = lower.join(" ");
    const own = noun.join(" ");
    if (words.length !== noun.length + 1) continue;
    if (at.endsWith(` ${own}`)) return camelCase(words[0] ?? "");
    if (at.startsWith(`${own} `)) return camelCase(words.at(-1) ?? "");
  }
  return camelCase(operationId);
}

/** Names a type of an operation that no schema names: `ListComputersParams`, or `ListComputersOperationParams` if that is a schema. */
export function ownTypeName({ operationId, takenTypeNames }: Operation, suffix: string): string {
  const prefix = pascalCase(operationId);
  return takenTypeNames?.includes(prefix + suffix) ? `${prefix}Operation${suffix}` : prefix + suffix;
}

/** Tells operations which names of their own types are schemas. */
export function withTakenTypeNames(
  operations: readonly Operation[],
  schemas: readonly string[],
): Operation[] {
  const names = schemas.map(pascalCase);
  return operations.map((operation) => {
    const prefix = pascalCase(operation.operationId);
    const takenTypeNames = names.filter(
      (name) => name.startsWith(prefix) && ownSuffix.test(name.slice(prefix.length)),
    );
    return takenTypeNames.length === 0 ? operation : { ...operation, takenTypeNames };
  });
}

const ownSuffix = /^(Params|Body|(2..)?Response|([45]..|Default)Error)$/;

/** Derives a tag for an operation without one: the first fixed part of its path after prefixes such as `/api/v1`. */
export function derivedTag(path: string): string {
  const fixed = path.split("/").filter((part) => part !== "" && !part.includes("{"));
  return fixed.find((part) => !/^(api|v\d+(\.\d+)*)$/i.test(part)) ?? "root";
}

/** Derives an operationId from method and path for an operation without one: `getComputersByComputerId`. */
export function derivedOperationId(method: string, path: string): string {
  const parts = path.split("/").map((part) => part.replace(/^\{(.*)\}$/, "by $1"));
  return camelCase([method, ...parts].join(" "));
}

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([\p{Ll}\p{Nd}])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}]+/u)
    .filter(Boolean);
}

function capitalized(word: string): string {
  const [first = "", ...rest] = word;
  return first.toUpperCase() + rest.join("").toLowerCase();
}
