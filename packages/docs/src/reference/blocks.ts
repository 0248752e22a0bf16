import { code } from "./schema-words.ts";

/** Blocks with an empty line between them, without the empty ones. */
export function blocks(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part.trim() !== "").join("\n\n");
}

/** A container: one colon more than those in it. */
export function box(info: string, content: string): string {
  const inner = Array.from(content.matchAll(/^ *(:{3,})/gm), ([, run = ""]) => run.length);
  const colons = ":".repeat(Math.max(2, ...inner) + 1);
  return `${colons} ${info}\n${content}\n${colons}`;
}

/** An item of a list with an ID: a line, and blocks below it. */
export function item(line: string, id: string, ...below: readonly (string | false | undefined)[]): string {
  const inner = blocks(...below).replaceAll(/^(?=.)/gm, "  ");
  return `- ${line} {#${id}}${inner === "" ? "" : `\n\n${inner}`}`;
}

/** A name that links to its item. */
export function named(name: string, id: string): string {
  return `[**${code(name)}**](#${id})`;
}

/** A block of code. */
export function fenced(language: string, title: string, text: string): string {
  return `\`\`\`${language} ${title}\n${text}\n\`\`\``;
}

/** The words of a name: `BodyTooLarge` is `Body too large`. */
export function spaced(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
