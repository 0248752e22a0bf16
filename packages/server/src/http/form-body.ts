import { type Form, type FormField, readForm } from "@compute-host/openapi/form-values";
import { escapePointer } from "@compute-host/rules";
import type { SchemaCheck } from "../openapi/schema-validation.ts";
import { invalidRequest } from "./problem.ts";

/** Parses a form that is sent as `application/x-www-form-urlencoded`. */
export function parseUrlEncoded(bytes: Buffer): Form {
  return new URLSearchParams(bytes.toString("utf8"));
}

/**
 * Parses a form that is sent as `multipart/form-data`.
 *
 * @throws ProblemError for bytes that are none
 */
export async function parseMultipart(bytes: Buffer, contentType: string): Promise<Form> {
  try {
    const response = new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } });
    return (await response.formData()) as unknown as Form;
  } catch {
    throw invalidRequest([{ pointer: "", message: "must be multipart/form-data" }]);
  }
}

/**
 * Makes an object of a form, with the types of its schema. The schema sees each file as a text of its length.
 *
 * @throws ProblemError naming every field that is repeated or breaks its schema
 */
export function readFormBody(
  form: Form,
  fields: Readonly<Record<string, FormField>>,
  check: SchemaCheck | undefined,
): object {
  const { values, texts, refused } = readForm(form, fields);
  const wrong = refused.map(({ name, message }) => ({ pointer: escapePointer(name), message }));
  const violations = [...wrong, ...(check?.(texts) ?? [])];
  if (violations.length > 0) throw invalidRequest(violations);
  // The check fills in defaults.
  return { ...texts, ...values };
}
