import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import type { Assets } from "./layout/layout.ts";

/** A file of the site: its path below the root, and what is in it. */
export interface SiteFile {
  readonly path: string;
  readonly content: string;
}

const styleSheets = ["base", "layout", "reference", "print"];

/** Builds the style sheet and the scripts. Their names hold a hash of what is in them, so that they can be kept for good. */
export async function buildAssets(): Promise<{
  readonly assets: Assets;
  readonly files: readonly SiteFile[];
}> {
  const css = styleSheets.map((name) => readFileSync(new URL(`styles/${name}.css`, import.meta.url), "utf8"));
  const { code } = await transform(css.join("\n"), { loader: "css", minify: true });
  const style = hashed("style.css", code);
  const earlyScript = hashed("early.js", await bundle("browser/early.ts", "iife"));
  const mainScript = hashed("main.js", await bundle("browser/main.ts", "esm"));
  const icon = hashed("icon.svg", readFileSync(new URL("styles/icon.svg", import.meta.url), "utf8"));
  return {
    assets: {
      style: style.path,
      earlyScript: earlyScript.path,
      mainScript: mainScript.path,
      icon: icon.path,
    },
    files: [style, earlyScript, mainScript, icon],
  };
}

function hashed(name: string, content: string): SiteFile {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  return { path: `assets/${name.replace(".", `.${hash}.`)}`, content };
}

async function bundle(entry: string, format: "esm" | "iife"): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: "es2023",
    legalComments: "none",
  });
  return outputFiles[0]?.text ?? "";
}
