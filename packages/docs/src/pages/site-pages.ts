import { type Api, listOf, objectOf } from "@compute-host/openapi";
import type { Page } from "../page.ts";
import { referencePage } from "../reference/reference-page.ts";
import { changelogPage } from "./changelog-page.ts";
import { ciPage } from "./ci-page.ts";
import { clientPage } from "./client-page.ts";
import { commandLinePage } from "./command-line-page.ts";
import { errorPages } from "./error-pages.ts";
import { manualPage } from "./manual-pages.ts";
import { readContent } from "./page-source.ts";
import { settingsPage } from "./settings-page.ts";

/** Every page of the site, by the reader that needs it, in the order of the navigation. */
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
    { path: "", group: "Start", title: "Compute Host", isWide: true, text: frontText(api, reference.text) },
    ...inGroup("Call it", [
      guide("authentication"),
      reference,
      clientPage(),
      ...errors,
      guide("errors-and-retries"),
      guide("waiting"),
      guide("web-pages"),
      guide("testing-your-code"),
      guide("tracing"),
      guide("other-clients"),
    ]),
    ...inGroup("Decide", [
      { path: "decide/", text: readContent("decide.md") },
      manualPage("guarantees"),
      changelogPage(),
    ]),
    ...inGroup("Operate it", [
      guide("running-the-service"),
      manualPage("operations"),
      settingsPage(),
      commandLinePage(),
      manualPage("postgresql"),
      manualPage("failover"),
      manualPage("moving"),
      upgradePage(),
    ]),
    ...inGroup("Implement it", [
      guide("writing-a-service"),
      manualPage("contract-tests"),
      guide("change-the-interface"),
    ]),
    ...inGroup("Guard it in CI", [ciPage(), manualPage("spec-gate"), guide("what-a-change-breaks")]),
  ];
}

function inGroup(group: string, pages: readonly Omit<Page, "group">[]): Page[] {
  return pages.map((page) => ({ ...page, group }));
}

function guide(name: string): Omit<Page, "group"> {
  return { path: `guides/${name}/`, text: readContent(`guides/${name}.md`) };
}

/** How callers and operators get to a new version: what callers do, then the operator's manual. */
function upgradePage(): Omit<Page, "group"> {
  const { path, text } = manualPage("upgrade");
  const manual = text.replace(/^# .*\n/, "").replaceAll(/^##/gm, "###");
  return { path, text: readContent("upgrade.md").replace("{{manual}}", () => manual.trim()) };
}

/**
 * The front page: `{{request getComputer}}` becomes a sample, `{{response getComputer}}` its response, and `{{address}}`
 * the address of the sandbox.
 */
function frontText({ document }: Api, reference: string): string {
  const { baseUrl } = objectOf(objectOf(listOf(document.servers)[0]).variables);
  return readContent("start.md")
    .replace("{{address}}", String(objectOf(baseUrl).default))
    .replaceAll(/\{\{(request|response) (\w+)\}\}/g, (_line, part: string, operationId: string) => {
      if (part === "request") return `{{sample ${operationId} curl}}`;
      const [, operation = ""] = reference.split(`{#${operationId}}`);
      return /```json Returned[\s\S]*?\n```/.exec(operation)?.[0] ?? "";
    });
}
