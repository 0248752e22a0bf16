import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { buildAssets, type SiteFile } from "./assets.ts";
import { markdownPage, readContent } from "./content.ts";
import { layout } from "./layout/layout.ts";
import type { Page } from "./layout/page.ts";
import { type ReferencePage, referencePage } from "./reference/reference-page.ts";
import { samplesOf } from "./samples.ts";

/** Every file of the site. */
export async function siteFiles(): Promise<SiteFile[]> {
  const api = await readApi(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")));
  const { assets, files } = await buildAssets();
  const pages = [
    markdownPage({ path: "", group: "Start", title: "Start", text: readContent("start.md") }),
    pageOfReference(referencePage(api, { samplesOf })),
  ];
  const site = { name: "Compute Host", assets, pages };
  return [
    ...files,
    ...pages.map((page) => ({ path: `${page.path}index.html`, content: layout(site, page) })),
  ];
}

function pageOfReference({ body, headings, records, summary }: ReferencePage): Page {
  return {
    path: "reference/",
    title: "API reference",
    group: "Reference",
    summary,
    body,
    headings,
    records,
    source: "",
    isWide: true,
  };
}
