import { isObject, objectOf } from "../json-value.ts";

/**
 * How a reader may understand a message whose value at a place travels as text: `1` is a number, a text and a list of
 * one item. Empty if the value cannot be written as text; the message itself if it has no such value.
 */
export function textReadings(message: unknown, at: readonly string[]): unknown[] {
  const [key, ...rest] = at;
  if (key === undefined) return readingsOf(message);
  if (typeof message !== "object" || message === null || !Object.hasOwn(message, key)) return [message];
  if (Array.isArray(message))
    return textReadings(message[Number(key)], rest).map((each) => message.with(Number(key), each));
  return textReadings(objectOf(message)[key], rest).map((each) => ({ ...message, [key]: each }));
}

function readingsOf(value: unknown): unknown[] {
  if (isObject(value)) return [value, asTexts(value)];
  if (!Array.isArray(value)) return scalarReadings(value).flatMap((each) => [each, [each]]);
  const all = value.map(scalarReadings);
  const isWritable = all.length > 0 && all.every((each) => each.length > 0);
  return isWritable ? [value, asTexts(value), all.map((each) => each.at(-1))] : [];
}

function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts);
  if (!isObject(value)) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asTexts(each)]));
}

function scalarReadings(value: unknown): unknown[] {
  if (value === null || typeof value === "object") return [];
  const text = String(value);
  const number = text.trim() === "" || Number.isNaN(Number(text)) ? [] : [Number(text)];
  const other = text === "true" || text === "false" ? [text === "true"] : [];
  return [value, text, ...number, ...other];
}
