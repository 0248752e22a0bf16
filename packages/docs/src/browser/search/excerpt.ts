const longest = 170;

/** Matches the words of a text that begin with a term; `(?!)` matches nothing, for a query without terms. */
export function termPattern(terms: readonly string[]): RegExp {
  const words = terms
    .filter((term) => !term.startsWith("-"))
    .toSorted((a, b) => b.length - a.length)
    .map((term) => term.replaceAll(".", "[.]"));
  return new RegExp(`(?<![\\p{L}\\p{N}])((?:${words.join("|") || "(?!)"})[\\p{L}\\p{N}]*)`, "giu");
}

/** The part of a text with the most terms: from the start of a sentence if one is near, to the end of a word. */
export function cutExcerpt(text: string, terms: readonly string[]): string {
  const matches = Array.from(text.matchAll(termPattern(terms)), ({ 0: word, index }) => ({
    word: word.toLowerCase(),
    index,
  }));
  const termsFrom = (at: number) => {
    const near = matches.filter(({ index }) => index >= at && index < at + longest - 50);
    return new Set(near.map(({ word }) => word)).size;
  };
  const [best] = matches.toSorted((a, b) => termsFrom(b.index) - termsFrom(a.index) || a.index - b.index);
  const start = startBefore(text.slice(0, best?.index ?? 0));
  const rest = text.slice(start);
  const shown = rest.length <= longest ? rest : rest.slice(0, rest.lastIndexOf(" ", longest));
  return `${start > 0 ? "… " : ""}${shown}${shown === rest ? "" : " …"}`;
}

/** Where an excerpt begins, given the text before its first term: at a sentence, or else a few words earlier. */
function startBefore(before: string): number {
  const sentence = before.search(/[^.?:]*$/);
  const start = sentence === 0 ? 0 : before.indexOf(" ", sentence) + 1;
  if (before.length - start <= 60) return start;
  return before.lastIndexOf(" ", before.length - 40) + 1;
}
