/** The type of a value in text form. */
export type ScalarKind = "string" | "integer" | "number" | "boolean";

/** The serialization of a parameter's value; a list is sent as `ids=a&ids=b`. */
export type ParameterShape =
  | { readonly kind: ScalarKind }
  | { readonly kind: "array"; readonly items: ScalarKind };

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

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The parameters of a query in order: names decoded, values as they were sent. */
export type Query = readonly (readonly [key: string, raw: string])[];

/** Splits a query, with or without its question mark. */
export function splitQuery(text: string): Query {
  return text
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [key = ""] = part.split("=", 1);
      return [decodeQuery(key), part.slice(key.length + 1)];
    });
}

/**
 * Reads a query parameter. A text that does not match the type stays a text, for the schema to refuse.
 *
 * @param query the query of the request
 * @returns `isRepeated` if a single-value parameter is given several times
 */
export function readQueryParameter({ name, shape }: Named, query: Query): ParameterReading {
  const texts = query.filter(([key]) => key === name).map(([, raw]) => decodeQuery(raw));
  const [first] = texts;
  if (first === undefined) return { isGiven: false };
  if (shape.kind === "array") return given(texts.map((text) => scalar(text, shape.items)));
  return { ...given(scalar(first, shape.kind)), isRepeated: texts.length > 1 };
}

/** Reads a parameter of the path, once decoded, or of the header, which has no encoding; see {@link readQueryParameter}. */
export function readTextParameter({ shape }: Named, text: string | undefined): ParameterReading {
  return text === undefined ? { isGiven: false } : given(scalar(text, shape.kind));
}

function given(value: unknown): ParameterReading & { isGiven: true } {
  return { isGiven: true, isRepeated: false, value };
}

function scalar(text: string, kind: ParameterShape["kind"]): unknown {
  if (kind === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  if ((kind === "integer" || kind === "number") && number.test(text)) return Number(text);
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
