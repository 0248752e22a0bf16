/** Words that say nothing about the subject of a question. */
const stopWords = new Set([
  "a",
  "an",
  "and",
  "are",
  "as",
  "at",
  "be",
  "by",
  "can",
  "could",
  "do",
  "does",
  "enough",
  "for",
  "from",
  "get",
  "got",
  "happen",
  "happens",
  "has",
  "have",
  "how",
  "i",
  "if",
  "in",
  "into",
  "is",
  "it",
  "its",
  "like",
  "me",
  "mean",
  "means",
  "my",
  "need",
  "of",
  "on",
  "or",
  "our",
  "should",
  "so",
  "than",
  "that",
  "the",
  "their",
  "them",
  "there",
  "they",
  "this",
  "to",
  "use",
  "using",
  "want",
  "was",
  "we",
  "what",
  "when",
  "where",
  "which",
  "why",
  "will",
  "with",
  "work",
  "working",
  "works",
  "would",
  "you",
  "your",
]);

/** The words and identifiers of a text, in its letter case, without stop words unless it has only those. */
export function splitWords(text: string): string[] {
  const all = text.match(/(?:(?<!\S)--)?[\p{L}\p{N}]+(?:[-_.=][\p{L}\p{N}]+)*/gu) ?? [];
  const others = all.filter((word) => !stopWords.has(word.toLowerCase()));
  return others.length > 0 ? others : all;
}

/** A word or identifier, and its parts: `hostId` also as `host` and `id`, `--only` as `only`. All in lower case. */
export function wordParts(word: string): string[] {
  const spaced = word.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, "-");
  const parts = spaced.split(/[-_.=]/).filter((part) => part !== "");
  return (parts[0] === word ? [word] : [word, ...parts]).map((part) => part.toLowerCase());
}

/** The stem of a word in lower case: `polling` and `polled` are forms of `poll`. Identifiers stay as they are. */
export function wordStem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const singular = word.replace(/ie[sd]$/, "y").replace(/(?<![ius])s$/, "");
  const withoutEnding = singular.replace(ending, "");
  return withoutEnding.replace(doubledConsonant, "$1");
}

/** `-ing`, `-ed` and the like after a vowel and two letters, so that `string` keeps its end; or an `e`. */
const ending = /(?<=[aeiouy].*..)(?:at)?(?:ing|ed|ion|e)$|(?<=...)e$/;

/** `stopp` of `stopped`; words such as `pass` and `call` keep both. */
const doubledConsonant = /([^aeiouylsz])\1$/;
