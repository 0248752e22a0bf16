import { stripTypeScriptTypes } from "node:module";

/** Runs a generated file, whose imports of values are given by their path. */
export function loadGenerated(
  source: string,
  imports: Readonly<Record<string, object>>,
): Record<string, unknown> {
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const body = stripTypeScriptTypes(source)
    .replaceAll(/^import \* as (\w+) from "([^"]+)";$/gm, 'const $1 = imports["$2"];')
    .replaceAll(/^import \{([^}]+)\} from "([^"]+)";$/gm, 'const {$1} = imports["$2"];')
    .replaceAll(/^export /gm, "");
  return new Function("imports", `${body}\nreturn { ${names.join(", ")} };`)(imports) as Record<
    string,
    unknown
  >;
}
