import type { OperationId } from "@compute-host/types";
import { encodeValue, type QueryWriter, serializeQuery } from "./address.ts";
import type { BodyTypes } from "./body-types.gen.ts";
import type { Exchange } from "./call.ts";
import { isObject } from "./config.ts";
import { argumentFrom } from "./errors.ts";
import { responseError } from "./response-error.ts";

/** An operation of the spec, as the client sees it. Functions are present only if the operation needs them. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: string;
  /** Such as `/api/v0/computers/{computerId}`. */
  readonly path: string;
  /** The body that the method takes: a required JSON object, or anything. Absent if the operation has no body. */
  readonly takes?: "object" | "any";
  /** Writes a body that is not `application/json`. */
  readonly writeBody?: BodyWriter;
  /** The schema of a JSON request body. */
  readonly bodySchema?: keyof BodyTypes;
  /** Whether the method takes named parameters: query and header parameters. */
  readonly hasParams?: boolean;
  /** Writes parameters that are not all written as `ids=a&ids=b` in the query. */
  readonly writeParams?: ParamsWriter;
  /** Reads a success whose body is not a JSON object. */
  readonly read?: BodyReader;
  /** The schema of a JSON success. */
  readonly responseSchema?: keyof BodyTypes;
}

/** Converts a body for `fetch`, and adds its header fields. */
export type BodyWriter = (body: unknown, headers: Record<string, string>) => NonNullable<RequestInit["body"]>;

/** Writes `application/json`. */
export const writeJson: BodyWriter = (body, headers) => {
  headers["content-type"] = "application/json";
  // A circular value, or one with a BigInt, has no JSON.
  return argumentFrom(() => JSON.stringify(body), "body must be valid JSON");
};

/** Writes a body of one media type: JSON is serialized, anything else is sent as it is. */
export function bodyOf(mediaType: string): BodyWriter {
  const isJson = /[/+]json\b/i.test(mediaType);
  return (body, headers) => {
    headers["content-type"] = mediaType;
    return isJson ? JSON.stringify(body) : (body as string);
  };
}

/** Writes a multipart body; the platform names its boundary in the content type. */
export const multipartBody: BodyWriter = (body) => body as FormData;

/** Writes the query of an address, and adds the parameters that are header fields. */
export type ParamsWriter = (params: object, headers: Record<string, string>) => string;

/** Writes query parameters in their styles, and those of some names as header fields. */
export function paramsWriter(
  styles: Readonly<Record<string, QueryWriter>>,
  ...headerNames: readonly string[]
): ParamsWriter {
  return (params, headers) => {
    const query: Record<string, unknown> = { ...params };
    for (const name of headerNames) {
      if (query[name] !== undefined) headers[name.toLowerCase()] = String(query[name]);
      delete query[name];
    }
    return serializeQuery(query, headers, styles);
  };
}

// Styles of OpenAPI (version 3.1, section 4.8.12.3).

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

/** Reads the body of a success. */
export type BodyReader = (exchange: Exchange) => unknown;

/** Reads a JSON object. */
export const readObject: BodyReader = (exchange) => {
  try {
    const data: unknown = JSON.parse(exchange.body);
    if (isObject(data)) return data;
  } catch {}
  throw responseError(exchange, "without the promised JSON object");
};

/** Reads JSON that need not be an object. */
export const readJson: BodyReader = (exchange) => {
  try {
    return JSON.parse(exchange.body);
  } catch {
    throw responseError(exchange, "without the JSON that the spec promises");
  }
};

/** Reads text. */
export const readText: BodyReader = ({ body }) => body;

/** Reads nothing, for a success without a body. */
export const readNothing: BodyReader = () => undefined;

/** Reads a body, or nothing if the response has none. */
export function readOptional(read: BodyReader): BodyReader {
  return (exchange) => (exchange.body ? read(exchange) : undefined);
}
