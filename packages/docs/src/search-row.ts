/** A search record in its file; the words are those of readers. */
export type SearchRow = readonly [title: string, kind: string, url: string, text: string, words: string];
