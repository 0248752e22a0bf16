import { ajvOptions, forAjv } from "@compute-host/openapi/ajv";
import { textFormats } from "@compute-host/openapi/format-names";
import type { JsonObject } from "@compute-host/openapi/model";
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

/** Lists the places where a value breaks a schema, {@link maxViolations} at most; nothing is converted. */
export type SchemaCheck = (value: unknown) => readonly Violation[];

/** Options of a {@link SchemaCompiler}. */
export interface CheckOptions {
  /** Whether the check adds the properties that a value leaves out and whose schemas have a `default`. @default false */
  readonly fillsDefaults?: boolean;
}

/** Compiles a schema of the spec, which a pointer names, for example `/components/schemas/Computer`. */
export type SchemaCompiler = (pointer: string, options?: CheckOptions) => SchemaCheck;

const none: readonly Violation[] = [];

/** Makes a compiler of the schemas of a description. */
export function createSchemaCompiler(document: SpecDocument): SchemaCompiler {
  const plain = createAjv(document, false);
  let filling: Ajv2020 | undefined;

  function ajvOf({ fillsDefaults = false }: CheckOptions): Ajv2020 {
    if (!fillsDefaults) return plain;
    filling ??= createAjv(document, true);
    return filling;
  }

  return (pointer, options = {}) => {
    const validate = ajvOf(options).compile({ $ref: `openapi#${encodeURI(pointer)}` });
    return (value) =>
      validate(value) ? none : (validate.errors ?? []).slice(0, maxViolations).map(violationOf);
  };
}

function createAjv(document: SpecDocument, useDefaults: boolean): Ajv2020 {
  const ajv = new Ajv2020({ ...ajvOptions, allErrors: true, useDefaults });
  return ajv.addSchema(forAjv(document as JsonObject), "openapi");
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
  format: ({ format }) => textFormats[String(format)]?.message ?? "is not valid",
  minLength: ({ limit }) => `must have at least ${count(limit)}`,
  maxLength: ({ limit }) => `must have at most ${count(limit)}`,
};

function messageOf({ keyword, params, message }: ErrorObject): string {
  return messages[keyword]?.(params) ?? message ?? "is not valid";
}

function count(limit: unknown): string {
  return limit === 1 ? "1 character" : `${limit} characters`;
}
