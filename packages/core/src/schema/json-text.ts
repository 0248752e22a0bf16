/** What holds the JSON of a value of this type. */
export interface JsonOf<Value> {
  /** Exists only for the compiler. */
  readonly "~json": Value;
}

/** The JSON text of a value: the text of another type does not compile in its place. */
export type JsonText<Value> = string & JsonOf<Value>;

/** The JSON texts of several values, joined by commas and without brackets. */
export type JsonItems<Item> = string & JsonOf<readonly Item[]> & { readonly "~isWithoutBrackets": true };

/** Prints a value. */
export function jsonText<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value) as JsonText<Value>;
}

/** The value that a text holds. */
export function parseJsonText<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text) as Value;
}

/** Joins the texts of several values. */
export function jsonItems<Item>(texts: readonly JsonText<Item>[]): JsonItems<Item> {
  return texts.join(",") as JsonItems<Item>;
}
