import MiniSearch, { type SearchResult } from "minisearch";
import type { SearchRow } from "../../search-row.ts";
import { findSynonyms } from "./synonyms.ts";
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
    fields: ["title", "parts", "kind", "text", "words"],
    tokenize: (text, field) =>
      field === "title"
        ? splitWords(text).map((word) => word.toLowerCase())
        : splitWords(text).flatMap(wordParts),
    processTerm: (term) => [...new Set([term, wordStem(term)])],
    searchOptions: {
      // These figures, and those below, find most of `test/questions.ts`, and of as many that are not in it.
      boost: { parts: 2, kind: 2, words: 2 },
      bm25: { k: 1.2, b: 0.5, d: 0.5 },
      weights: { fuzzy: 0.45, prefix: 0.15 },
      boostDocument: (id) => rows[id as number]?.[4] ?? 1,
      // A query is split below.
      tokenize: (term) => [term],
      processTerm: (term) => term,
    },
  });
  const records = rows.map(([title, kind, , text, , reader], id) => ({
    id,
    title,
    parts: title,
    kind,
    text,
    words: reader,
  }));
  await index.addAllAsync(records, { chunkSize: 20 });
  return (text) => {
    // A problem document, for example: the page of its type has the words of the rest.
    const query = /\/problems\/([\w-]+)/.exec(text)?.[1] ?? text;
    const found = new Map<number, { score: number; share: number; terms: string[]; count: number }>();
    const words = splitWords(query).map((word) => {
      const { records, own } = recordsWith(index, word);
      const forms = wordParts(word).flatMap((part) => [part, wordStem(part)]);
      return { records, forms, idf: Math.log(1 + rows.length / (own + 1)) };
    });
    const total = words.reduce((sum, { idf }) => sum + idf, 0);
    for (const { records, forms, idf } of words) {
      for (const { id, score, terms } of records) {
        const before = found.get(id) ?? { score: 0, share: 0, terms: [], count: 0 };
        const nearness = terms.some((term) => forms.includes(term)) ? 1 : 0.6;
        found.set(id, {
          score: before.score + score,
          share: before.share + (nearness * idf) / total,
          terms: [...before.terms, ...terms],
          count: before.count + 1,
        });
      }
    }
    const pairs = splitWords(query.toLowerCase()).map((word, at, all) => `${all[at - 1]} ${word}`);
    const ranked = [...found].map(([id, { score, share, terms, count }]) => {
      const [title, kind, url, text, , reader] = rows[id] as SearchRow;
      const shown = `${title} ${text} ${reader}`.toLowerCase();
      const together = pairs.filter((pair) => shown.includes(pair)).length;
      return {
        title,
        kind,
        url,
        text,
        terms,
        isWhole: count === words.length,
        score: score * share ** 3 * 1.6 ** together,
      };
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

/** The records that a word finds, and how many have the word itself, or else what stands for it. */
function recordsWith(
  index: MiniSearch,
  word: string,
): { readonly records: SearchResult[]; readonly own: number } {
  const [whole = "", ...parts] = wordParts(word);
  const all = (terms: readonly string[], weight = 1) => ({
    queries: terms.map(wordStem),
    combineWith: "AND" as const,
    boostTerm: () => weight,
  });
  const own = index.search({ combineWith: "OR", queries: [whole, wordStem(whole)] }).length;
  const known = index.search({
    combineWith: "OR",
    queries: [
      { queries: [whole], prefix: whole.length > 1 },
      ...(wordStem(whole) === whole ? [] : [all([whole])]),
      ...(parts.length > 0 ? [all(parts, 0.4)] : []),
      ...findSynonyms(whole).map((synonym) => all([synonym], own > 0 ? 0.2 : 1)),
    ],
  });
  const records = known.length > 0 ? known : recordsNear(index, whole, parts);
  return { records, own: own || records.length };
}

/** The records with what is nearest to an unknown word: its parts, two words in one, similar words, or its beginning. */
function recordsNear(index: MiniSearch, whole: string, parts: readonly string[]): SearchResult[] {
  if (parts.length > 0) return index.search({ combineWith: "OR", queries: parts.map(wordStem) });
  if (whole.length < 5) return [];
  const cuts = [...whole].map((_letter, cut) => cut).reverse();
  const queries = [
    ...cuts
      .filter((cut) => cut > 2 && cut < whole.length - 2)
      .map((cut) => ({
        queries: [whole.slice(0, cut), whole.slice(cut)].map(wordStem),
        combineWith: "AND" as const,
      })),
    { queries: [whole], fuzzy: 0.25 },
    ...cuts.filter((cut) => cut > 4).map((cut) => whole.slice(0, cut)),
  ];
  for (const query of queries) {
    const records = index.search(query);
    if (records.length > 0) return records;
  }
  return [];
}
