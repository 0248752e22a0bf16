import MiniSearch from "minisearch";
import type { SearchRow } from "../../search-row.ts";
import { synonymsOf } from "./synonyms.ts";
import { partsOf, stemOf, wordsOf } from "./words.ts";

/** A search result. */
export interface Found {
  readonly title: string;
  readonly kind: string;
  /** Address from the root of the site. */
  readonly url: string;
  readonly text: string;
  /** The words of the record that the query found, in lower case. */
  readonly terms: readonly string[];
  /** Whether the record has every word of the query. */
  readonly isWhole: boolean;
}

/**
 * Finds each word of a query by its beginning, its stem or a synonym, and a word that nothing has by similar ones. Records with
 * all words come first.
 */
export type Search = (query: string) => readonly Found[];

const most = 30;

/** Loads the search records. */
export async function loadSearch(address: string): Promise<Search> {
  const response = await fetch(address);
  return searchIn((await response.json()) as SearchRow[]);
}

/** Searches records. They are indexed a few at a time, so that the page stays responsive. */
export async function searchIn(rows: readonly SearchRow[]): Promise<Search> {
  const index = new MiniSearch({
    fields: ["title", "parts", "kind", "text"],
    tokenize: (text, field) =>
      field === "title" ? wordsOf(text).map((word) => word.toLowerCase()) : wordsOf(text).flatMap(partsOf),
    processTerm: (term) => [...new Set([term, stemOf(term)])],
    searchOptions: {
      // These figures, and those below, find most of `test/questions.ts`, and of as many that are not in it.
      boost: { parts: 4, kind: 2 },
      bm25: { k: 1.2, b: 0.85, d: 0.5 },
      weights: { fuzzy: 0.45, prefix: 0.15 },
      boostDocument: (id) => rows[id as number]?.[4] ?? 1,
      // A query is split below.
      tokenize: (term) => [term],
      processTerm: (term) => term,
    },
  });
  const records = rows.map(([title, kind, , text], id) => ({ id, title, parts: title, kind, text }));
  await index.addAllAsync(records, { chunkSize: 20 });
  return (query) => {
    const found = new Map<number, { score: number; share: number; terms: string[] }>();
    const words = wordsOf(query).map((word) => {
      const records = recordsWith(index, word);
      return { records, telling: Math.log(1 + rows.length / (records.length + 1)) };
    });
    const total = words.reduce((sum, { telling }) => sum + telling, 0);
    for (const { records, telling } of words) {
      for (const { id, score, terms } of records) {
        const { score: sum, share, terms: others } = found.get(id) ?? { score: 0, share: 0, terms: [] };
        found.set(id, { score: sum + score, share: share + telling / total, terms: [...others, ...terms] });
      }
    }
    const ranked = [...found].map(([id, { score, share, terms }]) => {
      const [title, kind, url, text] = rows[id] as SearchRow;
      return { title, kind, url, text, terms, isWhole: share > 0.99, score: score * share ** 3 };
    });
    return mixed(ranked).slice(0, most);
  };
}

/** Sorts results by their scores; each further one of a page counts less, to make room for those of others. */
function mixed<Scored extends { readonly url: string; readonly score: number }>(found: Scored[]): Scored[] {
  const seen = new Map<string, number>();
  return found
    .toSorted((a, b) => b.score - a.score)
    .map((one) => {
      const [page = ""] = one.url.split("#");
      const before = seen.get(page) ?? 0;
      seen.set(page, before + 1);
      return { ...one, score: one.score * 0.35 ** before };
    })
    .toSorted((a, b) => b.score - a.score);
}

function recordsWith(index: MiniSearch, word: string) {
  const parts = partsOf(word);
  const [whole = ""] = parts;
  const all = (terms: readonly string[]) => ({ queries: terms.map(stemOf), combineWith: "AND" as const });
  const known = index.search({
    combineWith: "OR",
    queries: [
      { queries: [whole], prefix: whole.length > 1 },
      ...(stemOf(whole) === whole ? [] : [all([whole])]),
      ...(parts.length > 1 ? [{ ...all(parts.slice(1)), boostTerm: () => 0.4 }] : []),
      ...synonymsOf(whole).map((synonym) => all([synonym])),
    ],
  });
  return known.length > 0 || whole.length < 5 ? known : index.search(whole, { fuzzy: 0.2 });
}
