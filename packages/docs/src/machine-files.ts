import { readFileSync } from "node:fs";
import { markdownFile, rootPath } from "./page.ts";
import type { RenderedPage } from "./rendered-page.ts";
import type { SiteFile } from "./site-file.ts";

/** The files for programs: each page as Markdown, a list of the pages, and the description itself. */
export function machineFiles(pages: readonly RenderedPage[]): SiteFile[] {
  return [
    ...pages.map(({ path, source }) => ({
      path: markdownFile(path),
      // `a/b.md` is one folder above its page, `a/b/`: `../../` becomes `../`, and `./` nothing.
      content: linked(source, rootPath(path).replace(/^\.\.?\//, "")),
    })),
    { path: "llms.txt", content: listText(pages) },
    { path: "openapi.yaml", content: read("@compute-host/spec/openapi.yaml") },
    { path: "openapi.json", content: read("@compute-host/spec/openapi.json") },
  ];
}

/** Makes links from the root of the site relative, and point to the Markdown of their page. */
function linked(source: string, root: string): string {
  return source.replaceAll(
    /(?<=\]\()\/((?:[\w-]+\/)*)([\w.-]*)(?=[#)])/g,
    (_link, path: string, file: string) => root + (file === "" ? markdownFile(path) : path + file),
  );
}

/** The list of pages in the format of [llmstxt.org](https://llmstxt.org). */
function listText(pages: readonly RenderedPage[]): string {
  const groups = [...new Set(pages.map(({ group }) => group))];
  const lists = groups.map((group) => {
    const own = pages.filter((page) => page.group === group);
    const lines = own.map(({ title, path, summary }) => `- [${title}](${markdownFile(path)}): ${summary}`);
    return `## ${group}\n\n${lines.join("\n")}`;
  });
  return `# Compute Host

> A small HTTP JSON interface over computers: list them, get one, change its name, host or remote user, and retry the
> installation of its dependencies.

The description: [openapi.yaml](openapi.yaml), [openapi.json](openapi.json).

${lists.join("\n\n")}
`;
}

function read(file: string): string {
  return readFileSync(new URL(import.meta.resolve(file)), "utf8");
}
