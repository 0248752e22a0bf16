/** A folder, with its subfolders that are not listed, or a file. */
export interface Layer {
  /** Relative to the package; in the section `packages`, to the root. */
  readonly path: string;
  readonly mayImport: readonly string[];
}

/** The sections of `layers.txt`. */
export interface LayerRules {
  /** Which package may import which, from the top down. */
  readonly packages: readonly Layer[];
  /** The folders of each package, from the top down, by the folder of the package. */
  readonly folders: ReadonlyMap<string, readonly Layer[]>;
  /** The folders that may import a module, by the prefix of its name. */
  readonly modules: readonly Layer[];
}

/**
 * Reads the rules from the text of `layers.txt`, their only source.
 *
 * @throws Error if a line cannot be read
 */
export function parseLayerRules(text: string): LayerRules {
  const sections = new Map<string, Layer[]>();
  let section: Layer[] = [];
  const lines = text.replaceAll(/^#.*\n/gm, "").replaceAll(/\n {3,}/g, " ");
  for (const line of lines.split("\n").filter(Boolean)) {
    if (line.startsWith(" ")) {
      section.push(parseEntry(line));
    } else {
      section = [];
      sections.set(line, section);
    }
  }
  const { packages = [], modules = [], ...folders } = Object.fromEntries(sections);
  return {
    packages: packages.map(withLower),
    modules,
    folders: new Map(Object.entries(folders).map(([folder, own]) => [folder, own.map(withLower)])),
  };
}

function parseEntry(line: string): Layer {
  const [, path, rest] = /^ *(\S+?):(?: |$)(.*)$/.exec(line) ?? [];
  if (path === undefined || rest === undefined) throw new Error(`layers.txt: cannot read "${line.trim()}"`);
  return { path, mayImport: rest.split(" ").filter(Boolean) };
}

/** Replaces `*` with every layer below, without those that `!` takes out. */
function withLower({ path, mayImport }: Layer, index: number, all: readonly Layer[]): Layer {
  if (!mayImport.includes("*")) return { path, mayImport };
  const lower = all.slice(index + 1).map((layer) => layer.path);
  return { path, mayImport: lower.filter((name) => !mayImport.includes(`!${name}`)) };
}

/** Finds the layer with the longest path that a file is in. */
export function findListed(file: string, layers: readonly Layer[]): Layer | undefined {
  return layers
    .filter(({ path }) => file === path || file.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** The layers of which each has a file, and imports only layers below. */
export function checkLayerList(files: readonly string[], rules: LayerRules): string[] {
  return [
    ...orderProblems(rules.packages, ""),
    ...[...rules.folders].flatMap(([folder, own]) => [
      ...orderProblems(own, `${folder}: `),
      ...own
        .filter(
          ({ path }) =>
            !files.some((file) => findListed(file, [{ path: `${folder}/${path}`, mayImport: [] }])),
        )
        .map(({ path }) => `${folder}: the layer ${path} has no file`),
    ]),
  ];
}

function orderProblems(layers: readonly Layer[], prefix: string): string[] {
  const order = layers.map(({ path }) => path);
  return layers.flatMap(({ path, mayImport }, index) =>
    mayImport
      .filter((imported) => order.indexOf(imported) <= index)
      .map((imported) => `${prefix}${path} may import ${imported}, which is not below it`),
  );
}
