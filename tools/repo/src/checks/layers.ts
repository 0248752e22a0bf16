/** Rules for which layer may import which, and which modules only some layers may import. */
export interface LayerRules {
  /** The layers by package folder. */
  readonly layers: Readonly<Record<string, PackageLayers>>;
  /** The layers that may import a module, by the prefix of its name. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
}

/** The layers of a package, from those that start programs down to those that import nothing. */
export type PackageLayers = readonly Layer[];

/** The files of a folder and its unlisted subfolders, or a single file. */
export interface Layer {
  /** Relative to the package. */
  readonly path: string;
  readonly mayImport: readonly string[];
}

/** The layer of all tests: it may import anything, and only layers that name it may import it. */
export const testLayer = "test";

/** The layer of the configuration files in a package's folder. */
export const configurationLayer = ".";

/**
 * Reads the rules from the blocks `layers` and `modules` of ARCHITECTURE.md, their only source. A line without
 * indentation names a package; an indented line is `path: allowed imports`, and continues in deeper indented lines.
 *
 * @throws Error if a block is missing or a line is invalid
 */
export function parseLayerRules(markdown: string): LayerRules {
  const layers: Record<string, Layer[]> = {};
  let ownLayers: Layer[] = [];
  for (const line of joinedLines(blockOf(markdown, "layers"))) {
    if (!line.startsWith(" ")) ownLayers = layers[line] = [];
    else {
      const [path, mayImport] = parseEntry(line);
      ownLayers.push({ path, mayImport });
    }
  }
  return { layers, modules: Object.fromEntries(joinedLines(blockOf(markdown, "modules")).map(parseEntry)) };
}

function blockOf(markdown: string, language: string): string {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(markdown)?.[1];
  if (block === undefined) throw new Error(`ARCHITECTURE.md has no block \`${language}\``);
  return block;
}

/** Splits a block into lines, and joins continuation lines. */
function joinedLines(block: string): string[] {
  return block
    .replaceAll(/\n {3,}/g, " ")
    .split("\n")
    .filter(Boolean);
}

function parseEntry(line: string): [path: string, mayImport: string[]] {
  const [, path, rest] = /^ *(\S+?):(?: |$)(.*)$/.exec(line) ?? [];
  if (path === undefined || rest === undefined)
    throw new Error(`ARCHITECTURE.md: cannot read "${line.trim()}"`);
  return [path, rest.split(/[ ,]+/).filter(Boolean)];
}

/** Returns the layer of a file by the longest matching path in the list; tests and configuration need no entry. */
export function layerOf(path: string, ownLayers: PackageLayers): string | undefined {
  const listed = ownLayers
    .map((layer) => layer.path)
    .filter((layer) => path === layer || path.startsWith(`${layer}/`))
    .reduce((longest, layer) => (layer.length > longest.length ? layer : longest), "");
  if (listed.startsWith(`${testLayer}/`)) return listed;
  if (path.startsWith(`${testLayer}/`) || /\.test(-d)?\.[cm]?ts$/.test(path)) return testLayer;
  if (listed !== "") return listed;
  return path.includes("/") ? undefined : configurationLayer;
}

/**
 * Checks the list itself: a layer may only import later layers, which rules out cycles, and every layer has a file.
 *
 * @returns a line for each wrong entry
 */
export function checkLayerList(files: readonly string[], { layers }: LayerRules): string[] {
  return Object.entries(layers).flatMap(([folder, ownLayers]) => {
    const order = ownLayers.map(({ path }) => path);
    return ownLayers.flatMap(({ path, mayImport }, index) => [
      ...mayImport
        .filter((imported) => imported !== testLayer && order.indexOf(imported) <= index)
        .map((imported) => `${folder}: ${path} may import ${imported}, which does not come after it`),
      ...(files.some((file) => layerIs(file, folder, path, ownLayers))
        ? []
        : [`${folder}: the layer ${path} has no file`]),
    ]);
  });
}

function layerIs(file: string, folder: string, path: string, ownLayers: PackageLayers): boolean {
  return file.startsWith(`${folder}/`) && layerOf(file.slice(folder.length + 1), ownLayers) === path;
}
