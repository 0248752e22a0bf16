/** A search record. */
export interface SearchRow {
  readonly title: string;
  /** Where it is: `in Operating the service`. */
  readonly kind: string;
  /** Address from the root of the site. */
  readonly url: string;
  readonly text: string;
  /** Words of readers that the text lacks. */
  readonly words: string;
  /** The identifiers that the section defines. */
  readonly names: readonly string[];
}

/** The records of a page as their file holds them: in columns, which compress better than rows. */
export interface SearchPage {
  readonly path: string;
  /** The kind of its first record. */
  readonly kind: string;
  readonly titles: readonly string[];
  readonly texts: readonly string[];
  readonly words: readonly string[];
  /** Those of a record are separated by spaces. */
  readonly names: readonly string[];
  /** The fragment of each record; empty for the page itself. */
  readonly ids: readonly string[];
  /** For each record a digit: 1 if it is below the last record with 0. */
  readonly depths: string;
}

/** The records of the pages in a file. */
export function rowsOf(pages: readonly SearchPage[]): SearchRow[] {
  return pages.flatMap(({ path, kind, titles, texts, words, names, ids, depths }) => {
    let heading = "";
    return titles.map((title, index): SearchRow => {
      const id = ids[index] ?? "";
      const isBelow = depths[index] === "1";
      const place = isBelow && heading !== titles[0] ? `${heading}, ${titles[0]}` : titles[0];
      if (!isBelow) heading = title;
      return {
        title,
        kind: index === 0 ? kind : `in ${place}`,
        url: id === "" ? path : `${path}#${encodeURIComponent(id)}`,
        text: texts[index] ?? "",
        words: words[index] ?? "",
        names: (names[index] ?? "").split(" ").filter(Boolean),
      };
    });
  });
}
