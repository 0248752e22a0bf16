/** Finds the word that a misspelt one was probably meant to be: the nearest, if at least half of it is right. */
export declare function nearest(word: string, words: readonly string[]): string | undefined;
