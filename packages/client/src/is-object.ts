/** Whether a value is an object, of this realm or another, but not an array, a `Map` and the like. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return {}.toString.call(value) === "[object Object]";
}
