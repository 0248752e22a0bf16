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

/** The layer of programs for users, which import their package by its name. */
const exampleLayer = "examples";

/** The layers of a package that is not in the list. */
const plainLayers: PackageLayers = [{ path: "src", mayImport: [] }];

/** Returns the layers of a package. */
export function layersIn({ layers }: LayerRules, folder: string): PackageLayers {
  return layers[folder] ?? plainLayers;
}

/**
 * Reads the rules from the text of `layers.txt`, their only source. A line without indentation names a package; an indented line is
 * `path: allowed imports`, and continues in deeper indented lines.
 *
 * @throws Error if a line is invalid
 */
export function parseLayerRules(text: string): LayerRules {
  const sections: Record<string, Layer[]> = {};
  let section: Layer[] = [];
  for (const line of joinedLines(text)) {
    if (!line.startsWith(" ")) section = sections[line] = [];
    else section.push(parseEntry(line));
  }
  const { modules = [], ...listed } = sections;
  return {
    layers: Object.fromEntries(
      Object.entries(listed).map(([folder, own]) => [folder, own.map(withLower(own))]),
    ),
    modules: Object.fromEntries(modules.map(({ path, mayImport }) => [path, mayImport])),
  };
}

/** Replaces `*` with every layer below, without those that `!` takes out. */
function withLower(ownLayers: PackageLayers): (layer: Layer, index: number) => Layer {
  return ({ path, mayImport }, index) => {
    if (!mayImport.includes("*")) return { path, mayImport };
    const lower = ownLayers.slice(index + 1).map((layer) => layer.path);
    return { path, mayImport: lower.filter((name) => !mayImport.includes(`!${name}`)) };
  };
}

/** Splits a text into lines without comments, and joins continuation lines. */
function joinedLines(text: string): string[] {
  return text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\n {3,}/g, " ")
    .split("\n")
    .filter(Boolean);
}

function parseEntry(line: string): Layer {
  const [, path, rest] = /^ *(\S+?):(?: |$)(.*)$/.exec(line) ?? [];
  if (path === undefined || rest === undefined) throw new Error(`layers.txt: cannot read "${line.trim()}"`);
  return { path, mayImport: rest.split(" ").filter(Boolean) };
}

/** Returns the layer of a file by the longest matching path in the list; tests, examples and configuration need no entry. */
export function findLayer(path: string, ownLayers: PackageLayers): string | undefined {
  const listed = ownLayers
    .map((layer) => layer.path)
    .filter((layer) => path === layer || path.startsWith(`${layer}/`))
    .reduce((longest, layer) => (layer.length > longest.length ? layer : longest), "");
  if (listed.startsWith(`${testLayer}/`)) return listed;
  if (path.startsWith(`${testLayer}/`) || /\.test(-d)?\.[cm]?ts$/.test(path)) return testLayer;
  if (listed !== "") return listed;
  if (path.startsWith(`${exampleLayer}/`)) return exampleLayer;
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
  return file.startsWith(`${folder}/`) && findLayer(file.slice(folder.length + 1), ownLayers) === path;
}
