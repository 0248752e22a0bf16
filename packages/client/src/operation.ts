import type { OperationId } from "@compute-host/types";
import { argumentFrom, isObject } from "./errors/arguments.ts";
import { encodeValue } from "./sending/address.ts";
import type { Exchange } from "./sending/call.ts";
import { resolveHeaders } from "./sending/config.ts";
import { responseError } from "./sending/response-error.ts";

/** An operation of the spec, as the client sees it. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: string;
  /** For example `/api/v0/computers/{computerId}`. */
  readonly path: string;
  /** Whether its requests are sent without a token. */
  readonly isAnonymous?: true;
  /** Whether its body is an argument of the method, because it is required. */
  readonly takesBody?: true;
  /** The names of the query parameters. */
  readonly query?: readonly string[];
  /** The names of all parameters among the options of its method; absent if these are just the query parameters. */
  readonly options?: readonly string[];
  readonly readFields?: ReadFields;
  /** Reads a success whose body is not a JSON object. */
  readonly read?: BodyReader;
}

/** Reads the parameters that are header fields from the options of a call. */
export type ReadFields = (options: Readonly<Record<string, unknown>>) => Record<string, string>;

/**
 * Reads the parameters that are header fields, by their names in the client: `{ ifMatch: "If-Match" }`.
 *
 * @public imported by the generated operations if one of them has such a parameter
 */
export function fieldReader(fieldOf: Readonly<Record<string, string>>): ReadFields {
  return (options) => {
    const fields: Record<string, string> = {};
    for (const [name, field] of Object.entries(fieldOf)) {
      const value = options[name];
      if (value === undefined) continue;
      // Checked like a query parameter: a header field can hold no other values, and not all of these.
      encodeValue(value, name);
      argumentFrom(() => new Headers([[field, `${value}`]]), name, "what a header field can hold", value);
      fields[field] = `${value}`;
    }
    return resolveHeaders(fields, "headers");
  };
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

/** Reads nothing, for a success without a body. */
export const readNothing: BodyReader = () => undefined;
