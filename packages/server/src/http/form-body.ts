import { readHeaderParameter, type Scalar } from "@compute-host/openapi/parameter-values";
import { escapePointer } from "@compute-host/rules";
import type { FormField } from "../openapi/operation.ts";
import type { SchemaCheck } from "../openapi/schema-validation.ts";
import { invalidRequest, type RequestViolation } from "./problem.ts";

/** The fields of a form, in order; a name may repeat. */
type Form = Iterable<[string, string | File]>;

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
export function readForm(
  form: Form,
  fields: Readonly<Record<string, FormField>>,
  check: SchemaCheck | undefined,
): object {
  const violations: RequestViolation[] = [];
  const entries = [...Map.groupBy(form, ([name]) => name)].map(([name, sent]): [string, unknown] => {
    const refuse = (message: string) => violations.push({ pointer: escapePointer(name), message });
    const { kind, repeats } = (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? anyField;
    if (!repeats && sent.length > 1) refuse("is given more than once");
    const values = sent.map(([, value]) => {
      if (kind === "any") return value;
      if (typeof value === "string" && kind !== "file") return textValue(kind, value);
      if (typeof value !== "string" && kind === "file") return value;
      refuse(kind === "file" ? "must be a file" : "must not be a file");
      return value;
    });
    return [name, repeats ? values : values[0]];
  });
  const texts = Object.fromEntries(entries.map(([name, value]) => [name, withoutFiles(value)]));
  violations.push(...(check?.(texts) ?? []));
  if (violations.length > 0) throw invalidRequest(violations);
  // The check fills in defaults.
  return { ...texts, ...Object.fromEntries(entries) };
}

/** A field that the schema does not name stays as it is sent. */
const anyField: FormField = { kind: "any" };

function withoutFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFiles);
  return value instanceof Blob ? " ".repeat(value.size) : value;
}

/** The text of a field is decoded already, like that of a header field without separators. */
function textValue(kind: Scalar, text: string): unknown {
  const reading = readHeaderParameter({ name: "", shape: { kind } }, text);
  return reading.isGiven ? reading.value : undefined;
}
