import { fileURLToPath } from "node:url";
import { type Api, apiOf, type JsonObject, objectOf, readDescription, textOf } from "@compute-host/openapi";
import { buildAssets } from "./assets.ts";
import { markdownPage } from "./content.ts";
import { errorPages } from "./errors/error-pages.ts";
import { layout, type Site } from "./layout/layout.ts";
import { machineFiles } from "./machines/machine-files.ts";
import { packClient } from "./pack-client.ts";
import { readContent } from "./page-source.ts";
import { sitePages } from "./pages.ts";
import { referencePage } from "./reference/reference-page.ts";
import { findUnrendered } from "./reference/unrendered.ts";
import { searchFile, searchRows } from "./search-records.ts";
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
  const description = import.meta.resolve("@compute-host/spec/openapi.yaml");
  const document = await readDescription(fileURLToPath(description));
  refuseUnrendered(document);
  const api = apiOf(document);
  const [{ assets, files }, client, pages] = await Promise.all([buildAssets(), packClient(), sitePages(api)]);
  const search = searchFile(searchRows(pages));
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
    service: [...(await problemFiles(api, site)), notFoundFile(site, "/docs/")],
  };
}

/** @throws Error if the reference does not say everything that the description says */
function refuseUnrendered(document: JsonObject): void {
  const unrendered = findUnrendered(document, (api) => referencePage(api).body);
  if (unrendered.length === 0) return;
  throw new Error(`The reference does not say these; render them:\n  ${unrendered.join("\n  ")}`);
}

/** The error pages at the addresses that are the `type` of each problem. */
async function problemFiles(api: Api, site: Site): Promise<SiteFile[]> {
  const pages = await errorPages(api);
  return pages.map((page) => {
    const root = page.path === "errors/" ? "docs/" : "../docs/";
    return {
      path: `${page.path.replace(/^errors/, "problems").slice(0, -1)}.html`,
      content: layout(site, markdownPage({ ...page, root }), root),
    };
  });
}

/** Shown at any address, so its links begin at the root of the host. */
function notFoundFile(site: Site, root: string): SiteFile {
  const page = markdownPage({ path: "404.html", group: "", text: readContent("not-found.md"), root });
  return { path: "404.html", content: layout(site, page, root) };
}
