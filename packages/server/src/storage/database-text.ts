/** Escapes a character that a column cannot store; the character's number follows. */
const mark = "\uE000";
const unstorable = new RegExp(`[\\p{Control}\\p{Surrogate}${mark}]`, "gu");
const marked = new RegExp(`${mark}([0-9a-f]{4})`, "g");

/**
 * A text as stored in a column: PostgreSQL refuses U+0000, and UTF-8 cannot encode half of a surrogate pair. Different
 * texts stay different.
 */
export function toDatabaseText(text: string): string {
  return text.replace(
    unstorable,
    (character) => mark + character.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/** The reverse of {@link toDatabaseText}. */
export function fromDatabaseText(text: string): string {
  return text.replace(marked, (_mark, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/**
 * Whether a text is stored unchanged. Otherwise no row has it as its key, and PostgreSQL would refuse a whole shared
 * query.
 */
export function isStorable(key: string): boolean {
  return toDatabaseText(key) === key;
}
