import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import ts from "typescript60";
import {
  checkLayerList,
  configurationLayer,
  findLayer,
  type LayerRules,
  layersIn,
  type PackageLayers,
  parseLayerRules,
  testLayer,
} from "./layers.ts";
import type { Workspace } from "./workspace.ts";

/** A file with its imports. */
interface ImportingFile {
  /** Relative to the root. */
  readonly file: string;
  readonly imports: readonly Import[];
}

interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Whether it is the address of a file, as in `new URL("x.ts", import.meta.url)`, which a program may import or start. */
  readonly isAddress?: boolean;
}

/** What starts programs of other packages by their path, because nothing is linked yet. */
const startsByPath = /^tools\/repo\/src\/start\//;

/** What the scanner of TypeScript leaves out: `export * as`, and what `import.meta.resolve`, `require` or `createRequire` finds. */
const unscanned =
  /(?:\bexport \* as \w+ from|(?:import\.meta|\brequire|createRequire\([^()]*\))(?:\.resolve)?\()\s*"([^"]+)"/g;
/** The address of a file with code, such as `x.ts` beside this one, which a program may import or start. */
const addressing = /new URL\(\s*"([^"]+\.[cm]?[jt]s)",\s*import\.meta\.url/g;

/** Reads the imports of a file: values and types, static and dynamic, and the addresses of other files with code. */
function readImports(file: string, text: string): ImportingFile {
  const lineAt = (position: number) => text.slice(0, position).split("\n").length;
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const found = (pattern: RegExp, isAddress: boolean) =>
    Array.from(text.matchAll(pattern), ({ 0: whole, 1: specifier = "", index }): Import => {
      return { specifier, line: lineAt(index + whole.indexOf('"')), isAddress };
    });
  return {
    file,
    imports: [
      ...importedFiles.map(({ fileName, pos }) => ({ specifier: fileName, line: lineAt(pos) })),
      ...found(unscanned, false),
      ...found(addressing, true),
    ],
  };
}

/** Checks the imports of the workspace against `layers.txt`, and the list itself. */
export async function checkLayers({ root, files }: Workspace): Promise<string[]> {
  const rules = parseLayerRules(await readFile(join(root, "tools/repo/layers.txt"), "utf8"));
  const code = files.filter((file) => /\.[cm]?[jt]s$/.test(file));
  // A deleted file is empty.
  const read = async (file: string) =>
    readImports(file, await readFile(join(root, file), "utf8").catch(() => ""));
  return [...checkLayerList(code, rules), ...checkImports(await Promise.all(code.map(read)), rules)];
}

/**
 * Checks every import of every package: it has to stay in its layer, go to a layer that it may import, or to
 * another package by name.
 *
 * @returns a line for each wrong import, and for each file without a layer
 */
function checkImports(files: readonly ImportingFile[], rules: LayerRules): string[] {
  const known = new Set(files.map(({ file }) => file));
  return files.flatMap(({ file, imports }) => {
    const folder = packageFolder(file);
    if (folder === undefined) return [];
    const ownLayers = layersIn(rules, folder);
    const layer = findLayer(file.slice(folder.length + 1), ownLayers);
    if (layer === undefined) return [`${file} is not in a layer of ${folder}`];
    return imports.flatMap(({ specifier, line, isAddress = false }) => {
      if (isAddress && startsByPath.test(file)) return [];
      const fault =
        isAddress || specifier.startsWith(".")
          ? faultOfPath({ file, folder, layer, ownLayers, specifier, isAddress, known })
          : faultOfModule(folder, layer, specifier, rules);
      return fault === undefined ? [] : [`${file}:${line} imports ${specifier}${fault}`];
    });
  });
}

function faultOfPath(options: {
  readonly file: string;
  readonly folder: string;
  readonly layer: string;
  readonly ownLayers: PackageLayers;
  readonly specifier: string;
  readonly isAddress: boolean;
  readonly known: ReadonlySet<string>;
}): string | undefined {
  const { file, folder, layer, ownLayers, specifier, isAddress, known } = options;
  const target = posix.normalize(posix.join(posix.dirname(file), specifier));
  const owner = packageFolder(target);
  // The address of a program that the root has installed.
  if (isAddress && owner === undefined) return undefined;
  if (owner !== folder) return ", a file of another package";
  // Build output does not belong to a layer. A program may start another one of its package.
  if (isAddress || !known.has(target)) return undefined;
  const imported = findLayer(target.slice(folder.length + 1), ownLayers);
  if (imported === layer || layer === testLayer) return undefined;
  if (layer === configurationLayer && imported !== testLayer) return undefined;
  const { mayImport = [] } = ownLayers.find(({ path }) => path === layer) ?? {};
  return imported !== undefined && mayImport.includes(imported)
    ? undefined
    : `: ${layer} may not import ${imported ?? "a file without a layer"}`;
}

function faultOfModule(
  folder: string,
  layer: string,
  specifier: string,
  { modules }: LayerRules,
): string | undefined {
  const name = Object.keys(modules).find(
    (module) => specifier === module || specifier.startsWith(module.endsWith("/") ? module : `${module}/`),
  );
  const allowed = name === undefined ? undefined : modules[name];
  if (allowed === undefined || layer === testLayer || allowed.includes(`${folder}/${layer}`))
    return undefined;
  return `, which only ${allowed.join(" and ")} may`;
}

/** Returns the folder of a file's package. */
function packageFolder(file: string): string | undefined {
  return /^(?:spec|(?:packages|tools)\/[^/]+)(?=\/)/.exec(file)?.[0];
}
