import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

/** A phrase that a native reader stumbles over; a space in it stands for any white space, line breaks of comments included. */
interface Phrase {
  readonly pattern: string;
  readonly better: string;
}

const phrases: readonly Phrase[] = [
  { pattern: "answered (?:with|by|in)", better: "returns 409; responds with" },
  { pattern: "(?:is|are) no (?!longer|more|less|fewer|wider|way|later|need)", better: "is not a" },
  // Not a value of that name, nor a key, nor a made-up token.
  {
    pattern: "(?<![\"'`]|Bearer )(?:nobody|somebody)(?!:)",
    better: "name the actor: callers, another process",
  },
  { pattern: "anew", better: "again; uncached" },
  { pattern: "by turns", better: "in turn, alternately" },
  { pattern: "so many", better: "the number, or `count`" },
  { pattern: "in the meantime", better: "meanwhile, or name what happened" },
  { pattern: "thereby", better: "two sentences" },
  { pattern: "sent again", better: "retried, repeated" },
  { pattern: "under way", better: "running, pending" },
  { pattern: "what is to be", better: "name it" },
  { pattern: "any more(?! than)", better: "no longer" },
  { pattern: "for good\\b", better: "permanently" },
  { pattern: "goes on\\b", better: "continues; keeps running; recovers" },
  { pattern: "(?:has|have|had) (?:its|their) turn", better: "runs; may run; in turn" },
  { pattern: "heed(?:s|ed)?\\b", better: "respects; ignores" },
  { pattern: "(?<!`)in force\\b", better: "valid" },
  { pattern: "(?:is|are) looked at", better: "is checked" },
  { pattern: "tak(?:es?|ing) the place of", better: "replaces" },
  { pattern: "unless given", better: "@default" },
  { pattern: "where (?:there|none|nothing) (?:is|are|has)", better: "if there is one; if none is" },
  { pattern: "wins? over", better: "overrides" },
];

/** Existential sentences are fine: there is no computer. */
const existential = /\bthere\W+$/i;

const separator = String.raw`(?:[ \t]|[ \t]*\r?\n[ \t]*(?:\*|//|#|>)?[ \t]*)+`;
const matchers = phrases.map(({ pattern, better }) => ({
  matcher: new RegExp(`\\b${pattern.replaceAll(" ", separator)}`, "gi"),
  better,
}));

/** Texts by people of this project: not what a tool writes, what was released, or what others wrote. */
const isProse = /\.(?:[cm]?[jt]s|md|ya?ml|py|sh|html|css)$/;
const isExempt =
  /(?:\.gen\.|(?:^|\/)CHANGELOG\.md$|^pnpm-lock\.yaml$|\/corpus\/.*\.(?:md|ya?ml|json)$|\/checks\/phrases)/;

/** Finds banned phrases in every text of the workspace, a line for each. */
export async function checkPhrases({ root, files }: Pick<Workspace, "root" | "files">): Promise<string[]> {
  const texts = files.filter((file) => isProse.test(file) && !isExempt.test(file));
  const found = await Promise.all(
    texts.map(async (file) => findPhrases(file, await readFile(join(root, file), "utf8").catch(() => ""))),
  );
  return found.flat();
}

/** The banned phrases of one text. */
export function findPhrases(file: string, text: string): string[] {
  return matchers.flatMap(({ matcher, better }) =>
    [...text.matchAll(matcher)].flatMap(({ 0: found, index }) => {
      if (existential.test(text.slice(0, index))) return [];
      const line = text.slice(0, index).split("\n").length;
      return [`${file}:${line} says "${found.replaceAll(/\s+/g, " ").trim()}"; better: ${better}`];
    }),
  );
}
