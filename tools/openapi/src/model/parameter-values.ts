/**
 * Reads parameters from a query or a header by the type in their schema. Pure and without dependencies: the service
 * and the client's fake bundle it.
 *
 * @packageDocumentation
 */

/** The type of a value in text form. */
export type ScalarKind = "string" | "integer" | "number" | "boolean";

/** The serialization of a parameter's value. */
export interface ParameterShape {
  readonly kind: ScalarKind | "array" | "object" | "json";
  /** The type of an array's items. */
  readonly items?: ScalarKind;
  /** The types of an object's members. */
  readonly members?: Readonly<Record<string, ScalarKind>>;
  /** The separator of an array's items in one text. */
  readonly separator?: string;
}

/** A readable parameter: its name, its place, and the serialization of its value. */
export interface ReadableParameter {
  readonly name: string;
  readonly in: "query" | "header";
  readonly isRequired: boolean;
  readonly shape: ParameterShape;
}

/** A parameter's value in a request. */
export type ParameterReading =
  | { readonly isGiven: false }
  | { readonly isGiven: true; readonly isRepeated: boolean; readonly value: unknown };

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Reads a query parameter. A text that does not match the type stays a text, for the schema to refuse.
 *
 * @param query the query of the request
 * @returns `isRepeated` if a single-value parameter is given several times
 */
export function readQueryParameter(
  { name, shape }: Pick<ReadableParameter, "name" | "shape">,
  query: URLSearchParams,
): ParameterReading {
  if (shape.kind === "object") return readObject(name, shape, query);
  return readTexts(shape, query.getAll(name));
}

/** Reads a parameter from the texts in a request; see {@link readQueryParameter}. */
export function readTexts(shape: ParameterShape, texts: readonly string[]): ParameterReading {
  const [text] = texts;
  if (text === undefined) return { isGiven: false };
  const isList = shape.kind === "array" && shape.separator === undefined;
  if (isList) {
    return {
      isGiven: true,
      isRepeated: false,
      value: texts.map((one) => scalar(one, shape.items ?? "string")),
    };
  }
  return { isGiven: true, isRepeated: texts.length > 1, value: readText(text, shape) };
}

function readText(text: string, { kind, items = "string", separator = "," }: ParameterShape): unknown {
  if (kind === "array") return text.split(separator).map((one) => scalar(one, items));
  if (kind === "json") return parsed(text);
  return kind === "object" ? text : scalar(text, kind);
}

function readObject(
  name: string,
  { members = {} }: ParameterShape,
  query: URLSearchParams,
): ParameterReading {
  const entries = [...query].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith("]"));
  if (entries.length === 0) return { isGiven: false };
  const keys = entries.map(([key]) => key);
  const value = Object.fromEntries(
    entries.map(([key, text]) => {
      const member = key.slice(name.length + 1, -1);
      return [member, scalar(text, members[member] ?? "string")];
    }),
  );
  return { isGiven: true, isRepeated: new Set(keys).size < keys.length, value };
}

function scalar(text: string, kind: ScalarKind): unknown {
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (kind === "string") return text;
  return number.test(text) ? Number(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
