import { encodeValue } from "./encode-value.ts";

/** Writes the value of a query parameter in a style of OpenAPI (version 3.1, section 4.8.12.3). */
export type QueryWriter = (name: string, value: unknown) => string[];

/** `ids=a,b`: the style `form` without `explode`. */
export const comma: QueryWriter = joined(",");

/** `ids=a%20b`: the style `spaceDelimited`. */
export const space: QueryWriter = joined("%20");

/** `ids=a%7Cb`: the style `pipeDelimited`. */
export const pipe: QueryWriter = joined("%7C");

/** `size[min]=1`: the style `deepObject`. */
export const deepObject: QueryWriter = (name, value) =>
  members(value).map(([key, item]) => `${name}%5B${encodeValue(key)}%5D=${encodeValue(item)}`);

/** `min=1&max=2`: an object in the style `form` with `explode`. */
export const spread: QueryWriter = (_name, value) =>
  members(value).map(([key, item]) => `${encodeValue(key)}=${encodeValue(item)}`);

/** JSON text: a parameter with `content`. */
export const json: QueryWriter = (name, value) => [`${name}=${encodeValue(JSON.stringify(value))}`];

function joined(separator: string): QueryWriter {
  return (name, value) => [`${name}=${[value].flat().map(encodeValue).join(separator)}`];
}

function members(value: unknown): [string, unknown][] {
  return Object.entries(value as object).filter(([, item]) => item !== undefined);
}
