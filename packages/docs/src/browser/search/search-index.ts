import MiniSearch from "minisearch";

/** A search record, as the build wrote it. */
export interface Found {
  readonly title: string;
  readonly kind: string;
  /** Address from the root of the site. */
  readonly url: string;
  readonly text: string;
}

/** Searches by prefixes of words, and tolerates a typo in a long word. */
export type Search = (query: string) => readonly Found[];

const most = 30;

/** Loads the search records. */
export async function loadSearch(address: string): Promise<Search> {
  const response = await fetch(address);
  const rows = (await response.json()) as [title: string, kind: string, url: string, text: string][];
  const found = rows.map(([title, kind, url, text], id) => ({
    id,
    title,
    kind,
    url,
    text,
    words: wordsOf(title),
  }));
  const index = new MiniSearch({
    fields: ["title", "words", "kind", "text"],
    searchOptions: {
      boost: { title: 8, words: 5, kind: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      combineWith: "AND",
      // An operation comes before its parts, and the headers of responses last.
      boostDocument: (id) => boostOf(found[id as number]?.kind ?? ""),
    },
  });
  index.addAll(found);
  return (query) =>
    index
      .search(query)
      .slice(0, most)
      .flatMap(({ id }) => found[id as number] ?? []);
}

function boostOf(kind: string): number {
  if (/^(GET|HEAD|PUT|POST|PATCH|DELETE|OPTIONS) /.test(kind)) return 4;
  return kind.startsWith("header of ") ? 0.5 : 1;
}

/** The words in a name such as `includeProvisioningSteps` or `X-Request-Id`. */
function wordsOf(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[-_./]/g, " ");
}
