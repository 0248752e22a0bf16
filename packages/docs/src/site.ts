import { readFile } from "node:fs/promises";
import { apiOf, objectOf, textOf } from "@compute-host/openapi";
import { buildAssets, hashed } from "./assets.ts";
import { layout, type Site } from "./layout.ts";
import { machineFiles } from "./machine-files.ts";
import { packClient } from "./pack-client.ts";
import type { Page } from "./page.ts";
import { readContent } from "./pages/page-source.ts";
import { sitePages } from "./pages/site-pages.ts";
import { renderPage } from "./rendered-page.ts";
import { searchPages } from "./search-pages.ts";
import type { SiteFile } from "./site-file.ts";

/** The files that the build writes. */
export interface BuiltSite {
  /** The site, for any static host. */
  readonly site: readonly SiteFile[];
  /** Pages that the service shows outside `/docs/`. */
  readonly service: readonly SiteFile[];
}

/**
 * Every file of the site.
 *
 * @param base path of the site on its host, such as `/compute-host/`; only the page for 404 needs it
 */
export async function buildSite(base: string): Promise<BuiltSite> {
  // Loading a parser of YAML takes longer than rendering all pages.
  const file = new URL(import.meta.resolve("@compute-host/spec/openapi.json"));
  const api = apiOf(JSON.parse(await readFile(file, "utf8")));
  const [{ assets, files }, client, sources] = await Promise.all([
    buildAssets(),
    packClient(),
    sitePages(api),
  ]);
  const pages = sources.map((page) => renderPage(page));
  const search = hashed("search.json", JSON.stringify(searchPages(pages, readContent("keywords.yaml"))));
  const site = {
    name: "Compute Host",
    version: textOf(api.info.version),
    license: textOf(objectOf(api.info.license).name),
    assets,
    pages,
    searchIndex: search.path,
  };
  const htmlFiles = pages.map((page) => ({ path: `${page.path}index.html`, content: layout(site, page) }));
  return {
    site: [...files, search, ...client, ...htmlFiles, ...machineFiles(pages), notFoundFile(site, base)],
    service: [...problemFiles(sources, site), notFoundFile(site, "/docs/")],
  };
}

/** The error pages at the addresses that are the `type` of each problem. */
function problemFiles(pages: readonly Page[], site: Site): SiteFile[] {
  const errors = pages.filter(({ path }) => path.startsWith("errors/"));
  return errors.map((page) => {
    // The service serves the site at `/docs/`, and these pages at `/problems` and below it.
    const root = page.path === "errors/" ? "docs/" : "../docs/";
    return {
      path: `${page.path.replace(/^errors/, "problems").slice(0, -1)}.html`,
      content: layout(site, renderPage(page, root), root),
    };
  });
}

/** Shown at any address, so its links begin at the root of the host. */
function notFoundFile(site: Site, root: string): SiteFile {
  const page = { path: "404.html", group: "", text: readContent("not-found.md") };
  return { path: "404.html", content: layout(site, renderPage(page, root), root) };
}
