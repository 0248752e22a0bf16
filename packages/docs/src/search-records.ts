import { hashed } from "./assets.ts";
import type { Page } from "./layout/page.ts";
import { readerWords } from "./reader-words.ts";
import type { SearchRow } from "./search-row.ts";
import type { SearchRecord } from "./section-records.ts";
import type { SiteFile } from "./site-file.ts";

/**
 * The search records of all pages. Records of a page that say the same are one, such as a header of every response.
 *
 * @throws Error if the words of readers are those of an address that has no record
 */
export function searchRows(pages: readonly Page[]): SearchRow[] {
  const rows = pages.flatMap((page) => {
    const groups = new Map<string, SearchRecord[]>();
    for (const record of page.records) {
      const key = `${record.title}\n${record.text}`;
      groups.set(key, [...(groups.get(key) ?? []), record]);
    }
    return [...groups.values()].flatMap(([first, ...others]): SearchRow[] => {
      if (first === undefined) return [];
      const { title, id, text } = first;
      const kind = others.length === 0 ? first.kind : `${first.kind} and ${others.length} more`;
      const url = id === "" ? page.path : `${page.path}#${encodeURIComponent(id)}`;
      return [[title, kind, url, text, recordWeight(page, first), readerWords.get(url) ?? ""]];
    });
  });
  const lost = [...readerWords.keys()].filter((address) => !rows.some(([, , url]) => url === address));
  if (lost.length > 0) throw new Error(`reader-words.ts has addresses without a record: ${lost.join(", ")}`);
  return rows;
}

/** The search records in the format that the search script reads. */
export function searchFile(rows: readonly SearchRow[]): SiteFile {
  return hashed("search.json", JSON.stringify(rows));
}

/** What is also said elsewhere comes last. */
function recordWeight({ path }: Page, { kind }: SearchRecord): number {
  if (/^(?:header|response) of /.test(kind)) return 0.3;
  if (path === "client/") return 0.6;
  return /^[A-Z]+ \//.test(kind) ? 2 : 1;
}
