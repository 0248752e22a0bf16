import { markdownPage } from "./content.ts";
import type { Page } from "./layout/page.ts";
import { searchRows } from "./search-records.ts";

/** The index: what the search finds, in alphabetical order, for readers without scripts. */
export function indexPage(pages: readonly Page[]): Page {
  const entries = searchRows(pages)
    .filter(([title, kind]) => !/^decision|^response of /.test(kind) && /^\w/.test(title))
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  const firstLetter = (title: string) => title.charAt(0).toUpperCase().replace(/\d/, "0 to 9");
  const parts = [...new Set(entries.map(([title]) => firstLetter(title)))].map((letter) => {
    const own = entries.filter(([title]) => firstLetter(title) === letter);
    const lines = own.map(
      ([title, kind, url]) => `- [${/[_`]/.test(title) ? `\`${title}\`` : title}](/${url}) ${kind}`,
    );
    return `## ${letter}\n\n${lines.join("\n")}`;
  });
  const page = markdownPage({
    path: "find/",
    group: "About",
    summary: "Every page, section, operation, field, setting, command and error, in alphabetical order.",
    text: `# Index\n\n${parts.join("\n\n")}\n`,
  });
  return { ...page, records: [] };
}
