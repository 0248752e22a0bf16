/**
 * How a reader may understand a value of which the part at the place travels as text: `1` is also a number, which Ajv
 * reads, and a list of one item. Empty if the part has no text.
 */
export function textReadings(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return readingsOf(value);
  if (!Object.hasOwn(Object(value), key)) return [value];
  const inner = textReadings(Object(value)[key], rest);
  return inner.map((each) =>
    Array.isArray(value) ? value.with(Number(key), each) : { ...Object(value), [key]: each },
  );
}

function readingsOf(value: unknown): unknown[] {
  const isText = (each: unknown) => typeof each !== "object";
  if (isText(value)) return [value, String(value), [value]];
  if (!Array.isArray(value)) return value === null ? [] : [value];
  return value.length > 0 && value.every(isText) ? [value, value.map(String), value.join()] : [];
}
