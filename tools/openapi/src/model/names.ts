import pluralize from "pluralize";

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
 * Names an operation's method on its resource: its verb if only the resource follows (`listComputers`),
 * otherwise its operationId.
 */
export function shortMethodName(operationId: string, tag: string): string {
  const name = camelCase(operationId);
  const [verb = ""] = splitWords(name);
  const nouns = [pascalCase(tag), pluralize.singular(pascalCase(tag))];
  return nouns.some((noun) => name === verb + noun) ? verb : name;
}

/** Leaves out the first words of a name that another has too: `computerActive` of `Computer` is `active`. */
export function nameWithin(name: string, whole: string): string {
  const known = splitWords(whole).map(capitalized);
  const words = splitWords(name);
  const first = words.findIndex((word) => !known.includes(capitalized(word)));
  return camelCase(words.slice(Math.max(first, 0)).join(" "));
}

/** Returns the names of the parameters in a path. */
export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
}

/** Names the constant of a schema in the sources of client and core: `computerListSchema`. */
export function schemaConstant([first = "", ...rest]: string): string {
  return `${first.toLowerCase()}${rest.join("")}Schema`;
}

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean);
}

function capitalized(word: string): string {
  const [first = "", ...rest] = word;
  return first.toUpperCase() + rest.join("").toLowerCase();
}
