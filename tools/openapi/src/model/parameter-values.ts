/**
 * Reads parameters from a path, a query or a header by the type in their schema. Pure and without dependencies: the service
 * and the client's fake bundle it. It splits what was sent before it decodes the parts, so that a separator inside a value,
 * which is percent-encoded, stays there.
 *
 * @packageDocumentation
 */

/** The type of a value in text form. */
export type ScalarKind = "string" | "integer" | "number" | "boolean";

/** The type of a value in text form, or several: the first that fits. An empty text fits `null`. */
export type Scalar = ScalarKind | readonly (ScalarKind | "null")[];

/** What separates the items of an array, or the members of an object, in one text. */
export type Separator = "," | " " | "|" | "." | ";";

/** The serialization of a parameter's value. */
export interface ParameterShape {
  readonly kind: Scalar | "array" | "object" | "json";
  /** The type of an array's items. */
  readonly items?: Scalar;
  /** The types of an object's members. */
  readonly members?: Readonly<Record<string, Scalar>>;
  /** The type of members that the schema does not name; absent if there are none. */
  readonly others?: Scalar;
  /** Absent if each item or member is a parameter of its own. */
  readonly separator?: Separator;
  /** What the text begins with: `.blue` in the style `label`, `;color=blue` in `matrix`. */
  readonly prefix?: "." | ";";
  /** Whether parts are `key=value`; otherwise the members of an object are `key,value`. */
  readonly hasPairs?: true;
  /** Whether each member is a parameter with its own name: `min=1`, and not `size[min]=1`. */
  readonly isSpread?: boolean;
  /** The names of parameters that are not members of this object. */
  readonly apart?: readonly string[];
}

/** A readable parameter: its name, its place, and the serialization of its value. */
export interface ReadableParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly isRequired: boolean;
  readonly shape: ParameterShape;
}

/** A parameter's value in a request. */
export type ParameterReading =
  | { readonly isGiven: false }
  | { readonly isGiven: true; readonly isRepeated: boolean; readonly value: unknown };

type Named = Pick<ReadableParameter, "name" | "shape">;
type Decoder = (raw: string) => string;
type Pair = readonly [key: string, raw: string];

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A space is written as `%20` or as `+`, a pipe as `%7C`; other separators stand for themselves. */
const separators: Readonly<Record<Separator, RegExp>> = {
  ",": /,/,
  " ": /%20|\+/,
  "|": /%7C|\|/i,
  ".": /\./,
  ";": /;/,
};

/** The parameters of a query in order: names decoded, values as they were sent. */
export type Query = readonly Pair[];

/** Splits a query, with or without its question mark. */
export function splitQuery(text: string): Query {
  return text
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [key, raw = ""] = splitPair(part);
      return [decodeQuery(key), raw];
    });
}

/**
 * Reads a query parameter. A text that does not match the type stays a text, for the schema to refuse.
 *
 * @param query the query of the request
 * @returns `isRepeated` if a single-value parameter is given several times
 */
export function readQueryParameter({ name, shape }: Named, query: Query): ParameterReading {
  if (shape.kind === "object" && shape.separator === undefined) return readMembers(name, shape, query);
  const raws = query.filter(([key]) => key === name).map(([, raw]) => raw);
  const [first] = raws;
  if (first === undefined) return { isGiven: false };
  if (shape.kind !== "array" || shape.separator !== undefined) {
    return { ...readText(shape, first, decodeQuery), isRepeated: raws.length > 1 };
  }
  return given(raws.map((raw) => scalar(decodeQuery(raw), shape.items)));
}

/** Reads a header parameter; see {@link readQueryParameter}. Only the parts of lists and objects are percent-encoded. */
export function readHeaderParameter({ shape }: Named, text: string | undefined): ParameterReading {
  if (text === undefined) return { isGiven: false };
  if (shape.separator === undefined) return readText(shape, text, (raw) => raw);
  return readText(shape, text.replaceAll(/[ \t]*,[ \t]*/g, ","), decodePercent);
}

/**
 * Reads a path parameter; see {@link readQueryParameter}.
 *
 * @param raw its part of the path, percent-encoded as it was sent
 */
export function readPathParameter({ name, shape }: Named, raw: string): ParameterReading {
  const { prefix } = shape;
  if (prefix === undefined) return readText(shape, raw, decodePercent);
  if (!raw.startsWith(prefix)) return { isGiven: false };
  const text = raw.slice(1);
  if (prefix === ".") return readText(shape, text, decodePercent);
  const isOwn = (part: string) => decodePercent(splitPair(part)[0]) === name;
  if (shape.hasPairs && shape.kind === "object") return readText(shape, text, decodePercent);
  const parts = shape.hasPairs ? text.split(";") : [text];
  if (!parts.every(isOwn)) return { isGiven: false };
  const isEmpty = parts.length === 1 && !text.includes("=");
  return readText(shape, shape.hasPairs && !isEmpty ? text : (splitPair(text)[1] ?? ""), decodePercent);
}

function given(value: unknown): ParameterReading & { isGiven: true } {
  return { isGiven: true, isRepeated: false, value };
}

function readText(shape: ParameterShape, raw: string, decode: Decoder): ParameterReading & { isGiven: true } {
  const { kind, items, separator = ",", hasPairs = false } = shape;
  if (kind === "json") return given(parsed(decode(raw)));
  if (kind !== "array" && kind !== "object") return given(scalar(decode(raw), kind));
  if (raw === "") return given(kind === "array" ? [] : {});
  const parts = raw.split(separators[separator]);
  if (kind === "array") {
    return given(parts.map((part) => scalar(decode(hasPairs ? (splitPair(part)[1] ?? "") : part), items)));
  }
  const pairs = hasPairs ? parts.map(splitPair) : paired(parts);
  if (pairs.some(([, value]) => value === undefined)) return given(decode(raw));
  const complete = pairs.map(([key, value = ""]): Pair => [decode(key), value]);
  return readObject(shape, complete, decode);
}

function readMembers(name: string, shape: ParameterShape, query: Query): ParameterReading {
  const { members = {}, others, apart = [], isSpread } = shape;
  const pairs = query.flatMap(([key, raw]): Pair[] => {
    if (!isSpread) {
      return key.startsWith(`${name}[`) && key.endsWith("]") ? [[key.slice(name.length + 1, -1), raw]] : [];
    }
    const [owner = ""] = key.split("[", 1);
    const isOther = others !== undefined && !apart.includes(key) && !apart.includes(owner);
    return Object.hasOwn(members, key) || isOther ? [[key, raw]] : [];
  });
  return pairs.length === 0 ? { isGiven: false } : readObject(shape, pairs, decodeQuery);
}

function readObject(
  { members = {}, others }: ParameterShape,
  pairs: readonly Pair[],
  decode: Decoder,
): ParameterReading & { isGiven: true } {
  const entries = pairs.map(([key, raw]): [string, unknown] => [
    key,
    scalar(decode(raw), Object.hasOwn(members, key) ? members[key] : others),
  ]);
  const isRepeated = new Set(entries.map(([key]) => key)).size < entries.length;
  return { ...given(Object.fromEntries(entries)), isRepeated };
}

/** Pairs keys with the values behind them; the last key may lack its value. */
function paired(parts: readonly string[]): [string, string | undefined][] {
  return parts.flatMap((part, index): [string, string | undefined][] =>
    index % 2 === 0 ? [[part, parts[index + 1]]] : [],
  );
}

/** Splits at the first equals sign. */
function splitPair(text: string): [key: string, value: string | undefined] {
  const at = text.indexOf("=");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function scalar(text: string, kinds: Scalar = "string"): unknown {
  for (const kind of [kinds].flat() as (ScalarKind | "null")[]) {
    if (kind === "null" && text === "") return null;
    if (kind === "boolean" && /^(true|false)$/.test(text)) return text === "true";
    if ((kind === "integer" || kind === "number") && number.test(text)) return Number(text);
  }
  return text;
}

/** Decodes as a form: a plus is a space. */
function decodeQuery(raw: string): string {
  if (!/[%+]/.test(raw)) return raw;
  try {
    return decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    // It repairs what is not UTF-8.
    return new URLSearchParams(`=${raw}`).get("") ?? raw;
  }
}

function decodePercent(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
