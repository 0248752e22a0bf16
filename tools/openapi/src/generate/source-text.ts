import ts from "typescript";

/** A JSDoc tag of the generator and its text. */
export type CommentTag = readonly [name: string, text?: string];

/**
 * Formats a text of the description for a comment: it cannot end the comment, and no `@` in it begins a JSDoc tag or
 * an unfinished link, which would swallow the tags after it.
 */
export function commentText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("*/", "*\\/")
    .replaceAll(/(?<=^|\s)@|(?<=\{)@(?!link [\p{ID_Continue}$]+\})/gu, "\\@");
}

/** Writes a documentation comment: the paragraphs, then the tags; nothing if there are none. */
export function commentSource(
  paragraphs: readonly string[],
  { tags = [], indent = "" }: { readonly tags?: readonly CommentTag[]; readonly indent?: string } = {},
): string {
  const words = paragraphs.map((text) => commentText(text).trim()).filter(Boolean);
  const ending = tags.map(([name, text = ""]) => `@${name} ${commentText(text)}`).join("\n");
  const [only = "", ...others] = [...words, ending].filter(Boolean).join("\n\n").split("\n");
  if (others.length === 0) return only === "" ? "" : `${indent}/** ${only.trimEnd()} */\n`;
  const lines = [only, ...others].map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join("\n")}\n${indent} */\n`;
}

/**
 * Writes a string or another JSON value as an expression or a literal type.
 *
 * @param indent the spaces for each level; without it, everything is on one line
 */
export function valueSource(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent) ?? "undefined";
}

/** A part of a value that is written as it is. */
export class Source {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Writes a JSON value, parts of which may be sources. */
export function mixedSource(value: unknown): string {
  if (value instanceof Source) return value.text;
  if (Array.isArray(value)) return `[${value.map(mixedSource).join(",")}]`;
  if (typeof value !== "object" || value === null) return valueSource(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${valueSource(key)}:${mixedSource(member)}`).join(",")}}`;
}

/** Writes the name of a property or a method, quoted if it is not a plain name. */
export function keySource(name: string): string {
  // In an interface, `new()` would be the signature of a constructor.
  return /^(?!new$)[A-Za-z_$][\w$]*$/.test(name) ? name : valueSource(name);
}

/** Writes the name of an argument, with a leading `_` if it would be a keyword. */
export function identifierSource(name: string): string {
  return isIdentifier(name) ? name : `_${name}`;
}

/** Whether a name can name a variable. */
export function isIdentifier(name: string): boolean {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return false;
  const keyword = ts.identifierToKeywordKind(ts.factory.createIdentifier(name));
  // TypeScript numbers the words that are always reserved before those that are keywords only in some places.
  const isReserved = keyword !== undefined && keyword <= ts.SyntaxKind.LastFutureReservedWord;
  return !isReserved && !["arguments", "await", "eval"].includes(name);
}
