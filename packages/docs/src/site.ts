import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { buildAssets } from "./assets.ts";
import { layout } from "./layout/layout.ts";
import { machineFiles } from "./machines/machine-files.ts";
import { packClient } from "./pack-client.ts";
import { sitePages } from "./pages.ts";
import { searchFile } from "./search-records.ts";
import type { SiteFile } from "./site-file.ts";

/** Every file of the site. */
export async function siteFiles(): Promise<SiteFile[]> {
  const api = await readApi(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")));
  const [{ assets, files }, client, pages] = await Promise.all([buildAssets(), packClient(), sitePages(api)]);
  const search = searchFile(pages);
  const site = { name: "Compute Host", assets, pages, searchIndex: search.path };
  const htmlFiles = pages.map((page) => ({ path: `${page.path}index.html`, content: layout(site, page) }));
  return [...files, search, client, ...htmlFiles, ...machineFiles(pages)];
}
