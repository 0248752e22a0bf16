import type { OperationId } from "@compute-host/types";
import type { Adapter } from "./adapt.ts";
import type { ParamsWriter, PathSerializer } from "./address.ts";
import type { BodyTypes } from "./body-types.gen.ts";
import type { Exchange } from "./call.ts";
import { assertObject } from "./config.ts";
import { argumentFrom, assertArgument } from "./errors.ts";
import { isObject } from "./is-object.ts";
import { responseError } from "./response-error.ts";

/** An operation of the spec, as the client sees it. Functions are present only if the operation needs them. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: string;
  /** Such as `/api/v0/computers/{computerId}`. */
  readonly path: string;
  /** Sends its requests otherwise than those of the others. */
  readonly adapt?: Adapter;
  /** The body that the method takes: a required JSON object, or anything. Absent if the operation has no body. */
  readonly takes?: "object" | "any";
  /** Writes a body that is not `application/json`. */
  readonly writeBody?: BodyWriter;
  /** The schema of a JSON request body. */
  readonly bodySchema?: keyof BodyTypes;
  /** The names of the query and header parameters, which the method takes as one object. Absent if there are none. */
  readonly params?: readonly string[];
  /** Writes parameters that are not all written as `ids=a&ids=b` in the query. */
  readonly writeParams?: ParamsWriter;
  /** Makes the serializer of path parameters that are not all scalars in the style `simple`. */
  readonly serializePath?: (address: string) => PathSerializer;
  /** Makes the options of openapi-fetch that write these parameters, and such a body. */
  readonly initOf?: (params: ParamsByPlace | undefined, init: BodyInitByPath) => object;
  /** Reads a success whose body is not a JSON object. */
  readonly read?: BodyReader;
  /** The schema of a JSON success. */
  readonly responseSchema?: keyof BodyTypes;
}

/** The parameters of a call by path. */
export type ParamsByPlace = { readonly [Place in "path" | "query" | "header"]?: Record<string, unknown> };

/** Converts a body for `fetch`, and adds its header fields. */
export type BodyWriter = (body: unknown, headers: Record<string, string>) => NonNullable<RequestInit["body"]>;

/** The options of a call by path that a body depends on. */
export interface BodyInitByPath {
  readonly body?: unknown;
  readonly bodySerializer?: unknown;
  readonly headers?: unknown;
}

/** Makes what writes the body of an operation, for a call by method and for one by path, unless that says how itself. */
export function sending(writeBody: BodyWriter): Pick<Operation, "writeBody" | "initOf"> {
  return {
    writeBody,
    initOf: (_params, { body, bodySerializer, headers }) => {
      const own = Object.fromEntries(
        headers instanceof Headers ? headers : Object.entries(Object(headers) as object),
      );
      const isTyped = Object.keys(own).some((name) => name.toLowerCase() === "content-type");
      if (body === undefined || bodySerializer !== undefined || isTyped) return {};
      const fields: Record<string, string> = {};
      const written = writeBody(body, fields);
      // `null` removes the JSON that openapi-fetch would name: `fetch` itself names a form.
      return {
        body: written,
        bodySerializer: () => written,
        headers: { ...own, "content-type": null, ...fields },
      };
    },
  };
}

/** Writes `application/json`. */
export const writeJson: BodyWriter = (body, headers) => {
  headers["content-type"] = "application/json";
  // A circular value, or one with a BigInt, has no JSON.
  return argumentFrom(() => JSON.stringify(body), "body must be valid JSON");
};

/** Writes JSON of another media type. */
export function jsonOf(mediaType: string): BodyWriter {
  return (body, headers) => {
    const text = writeJson(body, headers);
    headers["content-type"] = mediaType;
    return text;
  };
}

/** Writes text. */
export function textOf(mediaType: string): BodyWriter {
  return (body, headers) => {
    assertArgument(typeof body === "string", "body must be a string");
    headers["content-type"] = mediaType;
    return body;
  };
}

/** Bytes to send. */
export type Binary = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Writes bytes. */
export function bytesOf(mediaType: string): BodyWriter {
  return (body, headers) => {
    const isBytes = body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
    assertArgument(isBytes, "body must be a Blob, an ArrayBuffer or a Uint8Array");
    headers["content-type"] = mediaType;
    return body as Binary;
  };
}

/** Writes `application/x-www-form-urlencoded`: each item of a list is a field, and `null`, which has no text, is none. */
export const formBody: BodyWriter = (body) =>
  new URLSearchParams(fieldsOf(body).map(([name, value]): [string, string] => [name, String(value)]));

/** Writes `multipart/form-data`: each item of a list is a part. */
export const multipartBody: BodyWriter = (body) => {
  const form = new FormData();
  for (const [name, value] of fieldsOf(body)) {
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
};

function fieldsOf(body: unknown): [string, unknown][] {
  assertObject("body", body);
  return Object.entries(body as object)
    .flatMap(([name, value]) => [value].flat().map((item): [string, unknown] => [name, item]))
    .filter(([, value]) => value !== undefined && value !== null);
}

/** Reads the body of a success, or a promise of it. */
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

/** Reads bytes. */
export const readBytes: BodyReader = async (exchange) => {
  const { chunks, body } = exchange;
  if (chunks || !body) return new Uint8Array(await new Blob([...(chunks ?? [])]).arrayBuffer());
  throw responseError(exchange, "with bytes, which this runtime cannot read");
};

/** Reads nothing, for a success without a body. */
export const readNothing: BodyReader = () => undefined;

/** Reads a body, or nothing if the response has none. */
export function readOptional(read: BodyReader): BodyReader {
  return (exchange) => (exchange.body ? read(exchange) : undefined);
}

/** The reader for each status, such as `200` or `2XX`, and the schema of JSON. */
export type ReadersByStatus = Readonly<Record<string, readonly [BodyReader, (keyof BodyTypes)?]>>;

/** Reads each success as its status says; an undocumented one as the first. */
export function readByStatus(readers: ReadersByStatus): BodyReader {
  const [first = [readNothing]] = Object.values(readers);
  return (exchange) => {
    const [read, schema] = readers[exchange.response.status] ?? readers["2XX"] ?? first;
    exchange.responseSchema = schema;
    return read(exchange);
  };
}
