import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import type { Assets } from "./layout.ts";
import type { SiteFile } from "./site-file.ts";

const sources = {
  style: { name: "style.css", make: styleSheet },
  icon: { name: "icon.svg", make: async () => read("styles/icon.svg") },
  mainScript: { name: "main.js", make: () => bundle("browser/main.ts") },
  searchScript: { name: "search.js", make: () => bundle("browser/search/search-index.ts") },
  tryScript: { name: "try.js", make: () => bundle("browser/try-it/try-it.ts") },
  sandboxScript: { name: "sandbox.js", make: () => bundle("browser/try-it/sandbox.ts") },
} as const satisfies Record<keyof Assets, { readonly name: string; readonly make: () => Promise<string> }>;

/** Builds the scripts and styles that pages load. */
export async function buildAssets(): Promise<{
  readonly assets: Assets;
  readonly files: readonly SiteFile[];
}> {
  const made = await Promise.all(
    Object.entries(sources).map(async ([key, { name, make }]) => ({ key, file: hashed(name, await make()) })),
  );
  return {
    assets: Object.fromEntries(made.map(({ key, file }) => [key, file.path])) as unknown as Assets,
    files: made.map(({ file }) => file),
  };
}

/** A file whose name contains a hash of its content, so browsers can cache it forever. */
export function hashed(name: string, content: string): SiteFile {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return { path: `assets/${name.replace(".", `.${hash}.`)}`, content };
}

async function styleSheet(): Promise<string> {
  const parts = ["base", "layout", "reference", "overlays", "print"];
  const css = parts.map((name) => read(`styles/${name}.css`)).join("\n");
  return (await transform(css, { loader: "css", minify: true })).code;
}

async function bundle(entry: string): Promise<string> {
  const absWorkingDir = import.meta.dirname;
  const { outputFiles, metafile } = await build({
    absWorkingDir,
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2023",
    legalComments: "none",
    metafile: true,
  });
  // The licence of a library has to come with its code.
  const libraries = Object.keys(metafile.inputs).flatMap(
    (path) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const licences = Array.from(new Set(libraries), (path) => {
    const [file = "LICENSE"] = globSync(join(path, "LICENSE*"), { cwd: absWorkingDir });
    return `/*!\n${readFileSync(join(absWorkingDir, file), "utf8")}*/\n`;
  });
  return licences.join("") + (outputFiles[0]?.text ?? "");
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}
