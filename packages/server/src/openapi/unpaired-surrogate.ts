/** In printed JSON only half of a surrogate pair is written as an escape that begins with `\ud`. */
const unpairedSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * Whether a value holds half of a surrogate pair, which is no character and cannot be stored or sent as UTF-8.
 *
 * @param text the JSON, valid UTF-8, that the value was parsed from: only an escape can have brought one in.
 */
export function hasUnpairedSurrogate(value: unknown, text: string): boolean {
  return text.includes("\\u") && unpairedSurrogate.test(JSON.stringify(value));
}
