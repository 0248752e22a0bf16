import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../src", import.meta.url));

/** The code of an `@example`. */
export interface DocstringExample {
  /** File and position in it, as in `client.ts:1`. */
  readonly place: string;
  readonly code: string;
}

/** Every `@example` of a function or method; an example of a single field is a value, and none. */
export function findDocstringExamples(): DocstringExample[] {
  return globSync("**/*.ts", { cwd: folder })
    .sort()
    .flatMap((file) => {
      const source = readFileSync(`${folder}/${file}`, "utf8");
      const comments = [...source.matchAll(/\/\*\*.*?\*\//gs)].map(([comment]) =>
        comment.replace(/^\/\*\*|\s*\*\/$/g, "").replace(/^ *\* ?/gm, ""),
      );
      return comments
        .flatMap((comment) => [...comment.matchAll(/^@example\n((?:(?!@).*\n?)+)/gm)])
        .map(([, code = ""], index) => ({ place: `${file}:${index + 1}`, code }));
    });
}

const exportsOf = {
  "@compute-host/client": ["createClient", "isConflictError"],
  "@compute-host/client/raw": ["createRawClient"],
  "@compute-host/client/testing": ["createFakeService", "createMswHandlers"],
};

/** The example as a module: what it leaves to its reader is imported or declared. */
export function exampleProgram({ code }: DocstringExample): string {
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  const imports = Object.entries(exportsOf).flatMap(([entry, names]) => {
    const used = names.filter(isUsed);
    return used.length > 0 ? [`import { ${used.join(", ")} } from "${entry}";`] : [];
  });
  const declarations = {
    client: 'import("@compute-host/client").ComputeHostClient',
    id: "string",
    token: "string",
  };
  const declared = Object.entries(declarations)
    .filter(([name]) => isUsed(name) && !new RegExp(`\\bconst ${name}\\b`).test(code))
    .map(([name, type]) => `declare const ${name}: ${type};`);
  return [...imports, ...declared, code, "export {};", ""].join("\n");
}
