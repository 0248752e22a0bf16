/** A search record in its file; the weight multiplies its score. */
export type SearchRow = readonly [title: string, kind: string, url: string, text: string, weight: number];
