import MiniSearch from "minisearch";
import { rowsOf, type SearchPage, type SearchRow } from "../../search-row.ts";
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
  return searchIn((await response.json()) as SearchPage[]);
}

/** Searches records. They are indexed a few at a time, so that the page stays responsive. */
export async function searchIn(pages: readonly SearchPage[]): Promise<Search> {
  const rows = rowsOf(pages);
  const index = new MiniSearch({
    fields: ["title", "kind", "words", "names", "text"],
    tokenize: (text) => splitWords(text).flatMap(wordParts),
    processTerm: wordStem,
    searchOptions: {
      // Measured with `test/search.test.ts`: what readers say weighs most.
      boost: { title: 3, words: 5, kind: 0.3 },
      boostDocument: (id) => boostOf(rows[id as number]),
      bm25: { k: 1.2, b: 0.5, d: 0.5 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
      weights: { fuzzy: 0.2, prefix: 0.3 },
    },
  });
  await index.addAllAsync(
    rows.map((row, id) => ({ id, ...row })),
    { chunkSize: 20 },
  );
  return (text) => {
    // A pasted problem document is looked up by its kind: the page of the kind has the rest.
    const query = /\/problems\/([\w-]+)/.exec(text)?.[1] ?? text;
    const asked = new Set(splitWords(query).flatMap(wordParts).map(wordStem)).size;
    const rankOf = exactness(query.trim());
    const found = index.search(query);
    // Two letters may be wrong in a word that nothing else is like.
    const similar = found.length > 0 ? found : index.search(query, { fuzzy: 0.25 });
    return similar
      .map(({ id, terms, queryTerms, score }) => {
        const row = rows[id as number] as SearchRow;
        // A section with all words answers better than one that is full of a single word.
        return { row, terms, rank: rankOf(row, terms), score: score * (queryTerms.length / asked) ** 2 };
      })
      .toSorted((a, b) => b.rank - a.rank || b.score - a.score)
      .slice(0, 30)
      .map(({ row: { title, kind, url, text: about }, terms }) => ({ title, kind, url, text: about, terms }));
  };
}

/** Rows of tables such as `webhook-added`, and the client's page, repeat words that other texts explain. */
function boostOf(row: SearchRow | undefined): number {
  return row?.url.startsWith("client/") || /^\S+[-_]\S+$/.test(row?.title ?? "") ? 0.5 : 1;
}

/**
 * Ranks what the query names: an identifier that a section defines, then a title, first that of a page, then the
 * beginning of an identifier, a text that mentions it, and one with a slip. The rest is 0.
 */
function exactness(query: string): (row: SearchRow, terms: readonly string[]) => number {
  const [word = "", ...others] = splitWords(query);
  const [whole = "", ...parts] = wordParts(word);
  const isIdentifier = others.length === 0 && (parts.length > 0 || /^[A-Z]{2,}$/.test(word));
  const lower = query.toLowerCase();
  const written = new RegExp(`(?<![\\w-])${word.replaceAll(".", "[.]")}(?!\\w)`);
  return ({ title, url, text, words, names }, terms) => {
    if (names.includes(query)) return 9;
    // `~` marks the next part of a long section, after the one that its title leads to.
    const isTitle = title.toLowerCase() === lower && !url.includes("~");
    if (isTitle && (title === query || !isIdentifier)) return url.includes("#") ? 7 : 8;
    if (!isIdentifier) return 0;
    const all = [title, ...names];
    if (parts.length > 0 && all.some((name) => name.startsWith(query))) return 6;
    if (terms.includes(wordStem(whole))) return written.test(`${title} ${text} ${words}`) ? 5 : 3;
    if (all.some((name) => name.toLowerCase().startsWith(lower))) return 4;
    return all.some((name) => isSlip(name, query)) ? 2 : 0;
  };
}

/** Whether two words differ in one letter, in a missing one, or in the order of two. */
function isSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  const [left, right] = [one, other].map((word) => word.slice(start, word.length - end));
  const isSwapped = left?.length === 2 && left === [...(right ?? "")].toReversed().join("");
  return isSwapped || Math.max(left?.length ?? 0, right?.length ?? 0) <= 1;
}
