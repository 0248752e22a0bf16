/** Escapes a character that a column cannot hold; the number of that character follows it. */
const mark = "\uE000";
const unstorable = new RegExp(`[\\p{Control}\\p{Surrogate}${mark}]`, "gu");
const marked = new RegExp(`${mark}([0-9a-f]{4})`, "g");

/**
 * A text as a column holds it: PostgreSQL refuses U+0000, and UTF-8 has no half of a surrogate pair. Two texts that differ
 * do so afterwards too.
 */
export function toDatabaseText(text: string): string {
  return text.replace(
    unstorable,
    (character) => mark + character.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/** The text that {@link toDatabaseText} was given. */
export function fromDatabaseText(text: string): string {
  return text.replace(marked, (_mark, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Whether a text is the same in a column: else no row has it as its key, and PostgreSQL would refuse a whole shared query. */
export function isStorable(key: string): boolean {
  return toDatabaseText(key) === key;
}
