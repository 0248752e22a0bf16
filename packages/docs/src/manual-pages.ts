import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MarkdownPage } from "./layout/page.ts";

const folder = new URL("../../server/docs/", import.meta.url);
const repository = "https://github.com/compute-host/compute-host/blob/main/";

/** The manuals of the service's operator, each a file beside its README; the one on operations comes first. */
export function manualPages(): MarkdownPage[] {
  const names = globSync("*.md", { cwd: fileURLToPath(folder) }).map((file) => file.replace(/\.md$/, ""));
  return names
    .toSorted((a, b) => Number(b === "operations") - Number(a === "operations") || (a < b ? -1 : 1))
    .map((name) => ({
      path: `${name}/`,
      group: "Operation",
      text: withLinks(withoutSettings(readFileSync(new URL(`${name}.md`, folder), "utf8")), names),
    }));
}

/** The settings have a page of their own. */
function withoutSettings(text: string): string {
  return text.replace(
    /^## Settings\n[\s\S]*?(?=^## )/m,
    "## Settings\n\nEvery setting is an environment variable: see [Settings](/settings/).\n\n",
  );
}

/** Links between the manuals lead to their pages, other ones to the repository. */
function withLinks(text: string, names: readonly string[]): string {
  return text.replaceAll(
    /(?<=\]\()(?![a-z]+:|[#/])([^)#]+)(#[^)]*)?(?=\))/g,
    (_link, file: string, fragment = "") => {
      const name = file.replace(/\.md$/, "");
      if (names.includes(name)) return `/${name}/${fragment}`;
      const { pathname } = new URL(file, "file:///packages/server/docs/");
      return repository + pathname.slice(1) + fragment;
    },
  );
}
