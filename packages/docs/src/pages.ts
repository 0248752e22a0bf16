import type { Api } from "@compute-host/openapi";
import { changelogPage } from "./changelog-page.ts";
import { clientPage } from "./client-reference/client-page.ts";
import { commandLinePage } from "./command-line-page.ts";
import { markdownPage } from "./content.ts";
import { decidePage } from "./decide/decide-page.ts";
import { rulesByDecision } from "./decide/proofs.ts";
import { pictures } from "./diagrams/pictures.ts";
import { errorPages } from "./errors/error-pages.ts";
import { frontPage } from "./front-page.ts";
import { indexPage } from "./index-page.ts";
import type { MarkdownPage, Page } from "./layout/page.ts";
import { writeMarkdown } from "./machines/html-markdown.ts";
import { manualPages } from "./manual-pages.ts";
import { readContent } from "./page-source.ts";
import { type ReferencePage, referencePage } from "./reference/reference-page.ts";
import { readSamples } from "./samples.ts";
import { settingsPage } from "./settings-page.ts";

const guides = [
  "authentication",
  "errors-and-retries",
  "waiting",
  "web-pages",
  "testing-your-code",
  "tracing",
  "recipes",
  "other-clients",
  "running-the-service",
  "checking-your-implementation",
  "change-the-interface",
  "changing-a-spec",
];

/** Every page of the site, in the order of the navigation. */
export async function sitePages(api: Api): Promise<Page[]> {
  const errors = await errorPages(api);
  const reference = referencePage(api, {
    readSamples,
    problemUrlOf: problemUrls(errors),
    decisionsUrl: "../decide/",
    diagramOf: (tag) => (tag === "Computers" ? pictures("states") : undefined),
    downloads: [
      { title: "openapi.yaml", url: "../openapi.yaml" },
      { title: "openapi.json", url: "../openapi.json" },
    ],
  });
  const pages = [
    frontPage(api),
    ...guides.map((name) =>
      markdownPage({ path: `guides/${name}/`, group: "Guides", text: readContent(`guides/${name}.md`) }),
    ),
    pageOfReference(reference),
    markdownPage(clientPage()),
    markdownPage(commandLinePage()),
    ...errors.map(markdownPage),
    ...manualPages().map(markdownPage),
    markdownPage(settingsPage()),
    decidePage(readContent("decide.md"), reference.decisions, rulesByDecision(api.document)),
    markdownPage(changelogPage()),
  ];
  return [...pages, indexPage(pages)];
}

/** The path of a problem's page, relative to the reference. */
function problemUrls(errors: readonly MarkdownPage[]): (type: string) => string | undefined {
  const paths = new Set(errors.map(({ path }) => path));
  return (type) => {
    const path = `errors/${type.split("/").at(-1)}/`;
    return paths.has(path) ? `../${path}` : undefined;
  };
}

function pageOfReference({ body, headings, records, summary }: ReferencePage): Page {
  return {
    path: "reference/",
    title: "API reference",
    group: "Reference",
    summary,
    body,
    headings,
    records: [{ title: "API reference", kind: "page", id: "", text: summary }, ...records],
    source: writeMarkdown(body),
    isWide: true,
    sendsRequests: true,
  };
}
