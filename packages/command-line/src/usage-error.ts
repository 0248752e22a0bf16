import { nearest } from "./nearest.mjs";

/** A command was called incorrectly; the message says in one line what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The error for a word that is none of the known ones: it suggests the nearest, or else what to do. */
export function unknownWord(
  what: string,
  {
    word,
    known,
    otherwise,
  }: { readonly word: string; readonly known: readonly string[]; readonly otherwise: string },
): UsageError {
  const meant = nearest(word, known);
  return new UsageError(`${what} ${word}. ${meant === undefined ? otherwise : `Did you mean ${meant}?`}`);
}
