import type { Api } from "@compute-host/openapi";
import type { Page } from "../page.ts";
import { referencePage } from "../reference/reference-page.ts";
import { changelogPage } from "./changelog-page.ts";
import { clientPage } from "./client-page.ts";
import { commandLinePage } from "./command-line-page.ts";
import { decidePage } from "./decide-page.ts";
import { errorPages } from "./error-pages.ts";
import { manualPages } from "./manual-pages.ts";
import { readContent } from "./page-source.ts";
import { settingsPage } from "./settings-page.ts";

const guides = [
  "authentication",
  "errors-and-retries",
  "waiting",
  "web-pages",
  "testing-your-code",
  "tracing",
  "other-clients",
  "upgrading",
  "running-the-service",
  "writing-a-service",
  "change-the-interface",
  "why-did-my-ci-fail",
];

/** Every page of the site, in the order of the navigation. */
export async function sitePages(api: Api): Promise<Page[]> {
  const errors = await errorPages(api);
  const paths = new Set(errors.map(({ path }) => path));
  const reference = referencePage(api, {
    problemPageOf: (type) => {
      const path = `errors/${type.split("/").at(-1)}/`;
      return paths.has(path) ? `/${path}` : undefined;
    },
    pictureOf: (tag) => (tag === "Computers" ? "```picture states-of-a-computer\n```" : undefined),
  });
  return [
    { path: "", group: "Start", title: "Start", isWide: true, text: frontText(reference.text) },
    ...guides.map((name) => ({
      path: `guides/${name}/`,
      group: "Guides",
      text: readContent(`guides/${name}.md`),
    })),
    reference,
    clientPage(),
    commandLinePage(),
    ...errors,
    ...manualPages(),
    settingsPage(),
    decidePage(reference.text),
    changelogPage(),
  ];
}

/** The front page: `{{request getComputer}}` becomes a sample, and `{{response getComputer}}` its response. */
function frontText(reference: string): string {
  return readContent("start.md").replaceAll(
    /\{\{(request|response) (\w+)\}\}/g,
    (_line, part: string, operationId: string) => {
      if (part === "request") return `{{sample ${operationId} curl}}`;
      const [, operation = ""] = reference.split(`{#${operationId}}`);
      return /```json Returned[\s\S]*?\n```/.exec(operation)?.[0] ?? "";
    },
  );
}
