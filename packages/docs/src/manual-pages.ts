import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Page, repository } from "./page.ts";

const folder = new URL("../../server/docs/", import.meta.url);

/** The operator's manuals, from `packages/server/docs`; the one on operations comes first. */
export function manualPages(): Page[] {
  const files = globSync("*.md", { cwd: fileURLToPath(folder) });
  const texts = new Map(files.map((file) => [file, readFileSync(new URL(file, folder), "utf8")]));
  return [...texts]
    .toSorted(([a], [b]) => Number(isFirst(b)) - Number(isFirst(a)) || (a < b ? -1 : 1))
    .map(([file, text]) => ({
      path: pagePath(file),
      group: "For operators",
      text: withLinks(text, texts),
    }));
}

function isFirst(file: string): boolean {
  return file === "operations.md";
}

function pagePath(file: string): string {
  return file.replace(/\.md$/, "/");
}

/** Makes links between manuals point to their pages, with the title in place of a file name, and other links to the repository. */
function withLinks(text: string, texts: ReadonlyMap<string, string>): string {
  const link = /\[([^\]]+)\]\((?![a-z]+:|[#/])([^)#]+)(#[^)]*)?\)/g;
  return text.replaceAll(link, (_link, shown: string, file: string, fragment = "") => {
    if (file === "../.env.example") return "[Settings](/settings/)";
    const target = texts.get(file);
    if (target === undefined) {
      const { pathname } = new URL(file, "file:///packages/server/docs/");
      return `[${shown}](${repository}/blob/main${pathname}${fragment})`;
    }
    const title = /^# (.+)$/m.exec(target)?.[1] ?? shown;
    return `[${shown === file ? title : shown}](/${pagePath(file)}${fragment})`;
  });
}
