/** Which layer of a package may import which, and which modules only some layers may import. */
export interface LayerRules {
  /** By the folder of the package. */
  readonly layers: Readonly<Record<string, PackageLayers>>;
  /** The layers that may import a module, by the beginning of its name. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
}

/** The layers of a package, from those that start programs down to those that import nothing. */
export type PackageLayers = readonly Layer[];

/** The files of a folder, with those of its subfolders that are not listed themselves; or a single file. */
export interface Layer {
  /** Relative to the package. */
  readonly path: string;
  readonly mayImport: readonly string[];
}

/** The layer that stands for all tests: it imports what it likes, and only layers that name it import it. */
export const testLayer = "test";

/** The layer that stands for the configuration files in the folder of a package. */
export const configurationLayer = ".";

/**
 * Reads the rules from the blocks `layers` and `modules` of ARCHITECTURE.md, the only place where they stand. A line without
 * indentation names a package; an indented one is `path: what it may import`, and goes on in deeper indented lines.
 *
 * @throws Error where a block is missing or a line cannot be read
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

/** The lines of a block, with those that continue one put behind it. */
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

/** The layer of a file of a package, by the longest path in the list; tests and configuration need no entry. */
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
 * Checks the list itself: a layer imports only layers after it, so that no two import each other, and every layer has a file.
 *
 * @returns a line for each entry that is wrong
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
