import type { RenderedPage } from "./rendered-page.ts";
import type { SearchRow } from "./search-row.ts";

/**
 * The search records of all pages: one for each section, or one for a page that is one result.
 *
 * @param keywords words that readers use and a text lacks: a line is `/errors/: retry broken` for a page, or
 *   `/reference/#errors: rfc 9457` for a section
 * @throws Error naming the keywords of pages and sections that are not there
 */
export function searchRows(pages: readonly RenderedPage[], keywords: string): SearchRow[] {
  const lines = keywords.matchAll(/^\/(\S*?): (.+)$/gm);
  const words = new Map(Array.from(lines, ([, address = "", own = ""]) => [address, own]));
  const addresses = new Set(
    pages.flatMap(({ path, sections }) => [path, ...sections.map(({ id }) => `${path}#${id}`)]),
  );
  const lost = [...words.keys()].filter((address) => !addresses.has(address));
  if (lost.length > 0) throw new Error(`There are keywords for /${lost.join(", /")}, which no page has.`);
  return pages.flatMap(({ path, title, sections, searchKind }): SearchRow[] => {
    if (searchKind !== undefined) {
      const texts = sections.filter((one) => one.title !== "Example").map(({ text }) => text);
      return [[title, searchKind, path, texts.join(" "), `${searchKind} ${words.get(path) ?? ""}`]];
    }
    let heading = title;
    // A reader who knows the name of an operation or a setting types that.
    const named = (id: string, own: string) =>
      [words.get(`${path}#${id}`), /^\w*[a-z][A-Z]\w*$/.test(id) && id, /_/.test(own) && own]
        .filter(Boolean)
        .join(" ");
    return sections.map(({ id, title: own, level, text }): SearchRow => {
      if (level === 1)
        return [title, "page", path, text, `${own === title ? "" : own} ${words.get(path) ?? ""}`];
      const kind = level === 7 ? `in ${heading}` : `in ${title}`;
      if (level < 4) heading = own;
      return [own, kind, `${path}#${encodeURIComponent(id)}`, text, named(id, own)];
    });
  });
}
