import type { OperationId } from "@compute-host/types";
import { encodeValue } from "./address.ts";
import type { BodyTypes } from "./body-types.gen.ts";
import type { Exchange } from "./call.ts";
import { isObject } from "./is-object.ts";
import { responseError } from "./response-error.ts";

/** An operation of the spec, as the client sees it. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: string;
  /** Such as `/api/v0/computers/{computerId}`. */
  readonly path: string;
  /** Whether its requests carry no token. */
  readonly isAnonymous?: true;
  /** The body that the method takes: a required JSON object, other required JSON, or an option. */
  readonly takes?: "object" | "any" | "optional";
  /** The schema of the request body. */
  readonly bodySchema?: keyof BodyTypes;
  /** The names of the query parameters. */
  readonly query?: readonly string[];
  /** The parameters that are header fields. */
  readonly fields?: FieldParameters;
  /** Reads a success whose body is not a JSON object. */
  readonly read?: BodyReader;
  /** The schema of a success. */
  readonly responseSchema?: keyof BodyTypes;
}

/** Parameters that are header fields. */
export interface FieldParameters {
  /** Their names in the client, such as `ifMatch`. */
  readonly names: readonly string[];
  /** Reads the header fields from the options of a call. */
  readonly read: (options: Readonly<Record<string, unknown>>) => Record<string, string>;
}

/**
 * Describes the parameters that are header fields: `{ ifMatch: "If-Match" }`.
 *
 * @public imported by the generated operations if one of them has such a parameter
 */
export function fieldParameters(fieldOf: Readonly<Record<string, string>>): FieldParameters {
  return {
    names: Object.keys(fieldOf),
    read(options) {
      const fields: Record<string, string> = {};
      for (const [name, field] of Object.entries(fieldOf)) {
        const value = options[name];
        // The check of a query parameter: a header field can hold no other values.
        if (value !== undefined && encodeValue(value, name)) fields[field] = `${value}`;
      }
      return fields;
    },
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
