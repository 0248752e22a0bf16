import { cutPointer, escapePointer } from "@compute-host/rules";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";

import type { SpecDocument } from "./spec-document.ts";

/** One place where a value breaks its schema. */
export interface Violation {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  readonly message: string;
}

/** Largest number of places listed; the rest is usually more of the same. */
export const maxViolations = 20;

/** Lists the places where a value breaks a schema, {@link maxViolations} at most; nothing is converted or filled in. */
export type SchemaCheck = (value: unknown) => readonly Violation[];

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const none: readonly Violation[] = [];

/** Makes a compiler of schemas of the spec, which a pointer names, for example `/components/schemas/Computer`. */
export function createSchemaCompiler(document: SpecDocument): (pointer: string) => SchemaCheck {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateSchema: false,
    formats: { uuid, uri: isUri, "uri-reference": true, double: true },
  });
  ajv.addSchema(document, "openapi");

  return (pointer) => {
    const validate = ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` });
    return (value) =>
      validate(value) ? none : (validate.errors ?? []).slice(0, maxViolations).map(violationOf);
  };
}

/** A URI has a scheme and parses with `URL`, without characters that `URL` would repair. */
function isUri(text: string): boolean {
  return /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text) && URL.canParse(text);
}

function violationOf(error: ErrorObject): Violation {
  const property = error.params.additionalProperty ?? error.params.missingProperty;
  const own = property === undefined ? "" : escapePointer(String(property));
  return { pointer: cutPointer(error.instancePath + own), message: messageOf(error) };
}

/** Messages by keyword of the schema; `params` is what Ajv documents for it. */
const messages: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  additionalProperties: () => "is not a known property",
  required: () => "is required",
  type: ({ type }) => `must be ${/^[aeio]/.test(String(type)) ? "an" : "a"} ${type}`,
  enum: ({ allowedValues }) =>
    `must be ${(allowedValues as unknown[]).map((one) => JSON.stringify(one)).join(" or ")}`,
  format: ({ format }) =>
    `must be a ${/^(uuid|uri)$/.test(String(format)) ? String(format).toUpperCase() : format}`,
  minLength: ({ limit }) => `must have at least ${count(limit)}`,
  maxLength: ({ limit }) => `must have at most ${count(limit)}`,
};

function messageOf({ keyword, params, message }: ErrorObject): string {
  return messages[keyword]?.(params) ?? message ?? "is not valid";
}

function count(limit: unknown): string {
  return limit === 1 ? "1 character" : `${limit} characters`;
}
