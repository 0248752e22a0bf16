import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import ts from "typescript60";
import { checkLayerList, findListed, type Layer, type LayerRules, parseLayerRules } from "./layers.ts";
import type { Workspace } from "./workspace.ts";

interface Import {
  /** The importing file, relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  /**
   * Whether it is the address of a file, as in `new URL("x.ts", import.meta.url)`, which a program may import or
   * start.
   */
  readonly isAddress: boolean;
}

/** What starts programs of other packages by their path, because nothing is linked yet. */
const startsByPath = /^tools\/repo\/src\/start\//;
/**
 * What the scanner of TypeScript leaves out: `export * as`, and what `import.meta.resolve`, `require` or
 * `createRequire` finds.
 */
const unscanned = new RegExp(
  [
    /(?:\bexport (?:type )?\* as \w+ from|(?:import\.meta|\brequire|createRequire\([^()]*\))(?:\.resolve)?\()/,
    /\s*["'`]([^"'`]+)["'`]/,
  ]
    .map(({ source }) => source)
    .join(""),
  "g",
);
/** The address of a file with code, which a program may import or start. */
const addressing = /new URL\(\s*["'`]([^"'`]+\.[cm]?[jt]s)["'`],\s*import\.meta\.url/g;

/** Checks the imports of the workspace against `layers.txt`, and the list itself; returns a line for each problem. */
export async function checkLayers({ root, files }: Workspace): Promise<string[]> {
  const rules = parseLayerRules(await readFile(join(root, "tools/repo/layers.txt"), "utf8"));
  const code = files.filter((file) => packageFolder(file) !== undefined && /\.[cm]?[jt]s$/.test(file));
  // A deleted file is empty.
  const read = async (file: string) =>
    readImports(file, await readFile(join(root, file), "utf8").catch(() => ""));
  const imports = (await Promise.all(code.map(read))).flat();
  return [
    ...checkLayerList(code, rules),
    ...code
      .filter((file) => folderLayer(file, rules) === undefined)
      .map((file) => `${file} is in no folder of tools/repo/layers.txt`),
    ...imports.flatMap((one) => {
      const fault = faultOf(one, rules, new Set(code));
      return fault === undefined ? [] : [`${one.file}:${one.line} imports ${one.specifier}${fault}`];
    }),
  ];
}

/** Reads the imports of a file: values and types, static and dynamic, and the addresses of other files with code. */
function readImports(file: string, text: string): Import[] {
  const lineAt = (position: number) => text.slice(0, position).split("\n").length;
  const found = (pattern: RegExp, isAddress: boolean) =>
    Array.from(text.matchAll(pattern), ({ 0: whole, 1: specifier = "", index }) => {
      return { file, specifier, line: lineAt(index + whole.search(/["'`]/)), isAddress };
    });
  const scanned = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => {
    return { file, specifier: fileName, line: lineAt(pos), isAddress: false };
  });
  return [...scanned, ...found(unscanned, false), ...found(addressing, true)];
}

function faultOf(one: Import, rules: LayerRules, code: ReadonlySet<string>): string | undefined {
  const { file, specifier, isAddress } = one;
  if (isAddress || specifier.startsWith(".")) return faultOfPath(one, rules, code);
  const own = packageFolder(file);
  const [scope, name] = specifier.split("/");
  const target = rules.packages
    .map(({ path }) => path)
    .find((path) => packageFolder(`${path}/`) === path && path.split("/").at(-1) === name);
  if (scope === "@compute-host" && target !== own) {
    const allowed = findListed(testPath(file), rules.packages)?.mayImport ?? [];
    return target !== undefined && allowed.includes(target) ? undefined : ", which its package may not";
  }
  const rule = rules.modules.find(
    ({ path }) => specifier === path || specifier.startsWith(path.endsWith("/") ? path : `${path}/`),
  );
  const layer = `${own}/${folderLayer(file, rules)?.path}`;
  if (rule === undefined || isTest(file) || rule.mayImport.includes(layer)) return undefined;
  if (!rule.mayImport.includes("*")) return `, which only ${rule.mayImport.join(" and ")} may`;
  return rule.mayImport.includes(`!${layer}`) ? ", which its folder may not" : undefined;
}

function faultOfPath(
  { file, specifier, isAddress }: Import,
  rules: LayerRules,
  code: ReadonlySet<string>,
): string | undefined {
  const target = posix.normalize(posix.join(posix.dirname(file), specifier));
  const owner = packageFolder(target);
  // What starts programs by their path, and the address of a program that the root has installed.
  if (isAddress && (startsByPath.test(file) || owner === undefined)) return undefined;
  if (owner !== packageFolder(file)) return ", a file of another package";
  // Build output is in no folder of the list. A program may start another of its package.
  if (isAddress || !code.has(target)) return undefined;
  const layer = folderLayer(file, rules);
  const imported = folderLayer(target, rules);
  if (layer === undefined || imported === undefined || imported.path === layer.path) return undefined;
  const isOpen = isTest(file)
    ? !imported.path.startsWith("test/")
    : layer === configuration && !isTest(target);
  if (isOpen || layer.mayImport.includes(imported.path)) return undefined;
  return `: ${layer.path} may not import ${imported.path}`;
}

/** The folder of all tests that are not listed by their own path. */
const tests: Layer = { path: "test", mayImport: [] };
/** The folder of programs for users, which import their package by its name. */
const examples: Layer = { path: "examples", mayImport: [] };
/** The configuration files in a package's folder. */
const configuration: Layer = { path: ".", mayImport: [] };

/** Finds the folder of `layers.txt` that a file is in. */
function folderLayer(file: string, { folders }: LayerRules): Layer | undefined {
  const folder = packageFolder(file) ?? "";
  const path = file.slice(folder.length + 1);
  const listed = findListed(path, folders.get(folder) ?? [{ path: "src", mayImport: [] }]);
  if (listed?.path.startsWith("test/")) return listed;
  if (isTest(file)) return tests;
  if (listed !== undefined) return listed;
  if (path.startsWith("examples/")) return examples;
  return path.includes("/") ? undefined : configuration;
}

function isTest(file: string): boolean {
  return /^[^/]+(?:\/[^/]+)?\/test\/|\.test(-d)?\.[cm]?ts$/.test(file);
}

/** A test next to its source belongs to the tests of its package. */
function testPath(file: string): string {
  return isTest(file) && !file.includes("/test/") ? `${packageFolder(file)}/test/${file}` : file;
}

/** Returns the folder of a file's package. */
function packageFolder(file: string): string | undefined {
  return /^(?:spec|(?:packages|tools)\/[^/]+)(?=\/)/.exec(file)?.[0];
}
