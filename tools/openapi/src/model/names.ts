import pluralize from "pluralize";

/** A name as camelCase: `install-deps` and `Install deps` become `installDeps`. */
export function camelCase(name: string): string {
  const [first = "", ...rest] = wordsOf(name);
  return first.toLowerCase() + rest.map(capitalized).join("");
}

/** A name as PascalCase. */
export function pascalCase(name: string): string {
  return wordsOf(name).map(capitalized).join("");
}

/**
 * The name of an operation's method on its resource: the operationId without the name of the resource, where one verb is
 * left (`listComputers`, `computers/list` and `computers_list` become `list`), else the whole operationId.
 */
export function methodNameOf(operationId: string, tag: string): string {
  const words = wordsOf(operationId);
  const lower = words.map((word) => word.toLowerCase());
  const tagWords = wordsOf(tag).map((word) => word.toLowerCase());
  for (const noun of [tagWords, [...tagWords.slice(0, -1), pluralize.singular(tagWords.at(-1) ?? "")]]) {
    const at = lower.join(" ");
    const own = noun.join(" ");
    if (words.length !== noun.length + 1) continue;
    if (at.endsWith(` ${own}`)) return camelCase(words[0] ?? "");
    if (at.startsWith(`${own} `)) return camelCase(words.at(-1) ?? "");
  }
  return camelCase(operationId);
}

/** The tag of an operation that has none: the first fixed part of its path behind prefixes such as `/api/v1`. */
export function tagOfPath(path: string): string {
  const fixed = path.split("/").filter((part) => part !== "" && !part.includes("{"));
  return fixed.find((part) => !/^(api|v\d+(\.\d+)*)$/i.test(part)) ?? "root";
}

/** The operationId of an operation that has none, made of its method and path: `getComputersByComputerId`. */
export function operationIdOf(method: string, path: string): string {
  const parts = path.split("/").map((part) => part.replace(/^\{(.*)\}$/, "by $1"));
  return camelCase([method, ...parts].join(" "));
}

/** A name as a property name of a program: quoted where it is not an identifier. */
export function keySource(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
