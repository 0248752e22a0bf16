/** A search record in its file; the weight multiplies its score, and the words are those of readers. */
export type SearchRow = readonly [
  title: string,
  kind: string,
  url: string,
  text: string,
  weight: number,
  words: string,
];
