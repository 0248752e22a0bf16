import MiniSearch from "minisearch";
import type { SearchRow } from "../../search-row.ts";
import { splitWords, wordParts, wordStem } from "./words.ts";

/** A search result. */
export interface Found {
  readonly title: string;
  readonly kind: string;
  /** Address from the root of the site. */
  readonly url: string;
  readonly text: string;
  /** The words of the record that the query found, in lower case. */
  readonly terms: readonly string[];
}

/** Finds each word of a query, its beginning, or one that is similar. */
export type Search = (query: string) => readonly Found[];

/** Loads the search records. */
export async function loadSearch(address: string): Promise<Search> {
  const response = await fetch(address);
  return searchIn((await response.json()) as SearchRow[]);
}

/** Searches records. They are indexed a few at a time, so that the page stays responsive. */
export async function searchIn(rows: readonly SearchRow[]): Promise<Search> {
  const index = new MiniSearch({
    fields: ["title", "kind", "words", "text"],
    tokenize: (text) => splitWords(text).flatMap(wordParts),
    processTerm: wordStem,
    searchOptions: {
      // Measured with `test/search.test.ts`: what readers say weighs most, and the client's page repeats the reference.
      boost: { title: 3, words: 5, kind: 0.3 },
      boostDocument: (id) => (rows[id as number]?.[2].startsWith("client/") ? 0.5 : 1),
      bm25: { k: 1.2, b: 0.5, d: 0.5 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
      weights: { fuzzy: 0.2, prefix: 0.3 },
    },
  });
  const records = rows.map(([title, kind, , text, words], id) => ({ id, title, kind, text, words }));
  await index.addAllAsync(records, { chunkSize: 20 });
  return (text) => {
    // A pasted problem document is looked up by its kind: the page of the kind has the rest.
    const query = /\/problems\/([\w-]+)/.exec(text)?.[1] ?? text;
    const rankOf = exactness(query);
    return index
      .search(query)
      .map(({ id, terms }) => {
        const row = rows[id as number] as SearchRow;
        return { row, terms, rank: rankOf(row, terms) };
      })
      .toSorted((a, b) => b.rank - a.rank)
      .slice(0, 30)
      .map(({ row: [title, kind, url, about], terms }) => ({ title, kind, url, text: about, terms }));
  };
}

/**
 * Ranks what has exactly the query: an identifier in its letter case, then a title, first that of a page, then an
 * identifier in another case. The rest is 0.
 */
function exactness(query: string): (row: SearchRow, terms: readonly string[]) => number {
  const [word = "", ...others] = splitWords(query);
  const [whole = "", ...parts] = wordParts(word);
  const isIdentifier = others.length === 0 && (parts.length > 0 || /^[A-Z]{2,}$/.test(word));
  return (row, terms) => {
    const [title, , url] = row;
    const isTitle = title.toLowerCase() === query.trim().toLowerCase();
    const hasWord = isIdentifier && terms.includes(wordStem(whole));
    const isInItsCase = hasWord && splitWords(row.join(" ")).includes(word);
    const isPage = isTitle && !url.includes("#");
    return 4 * Number(isInItsCase) + 2 * Number(isTitle) + Number(isPage) + Number(hasWord);
  };
}
