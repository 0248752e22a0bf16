/**
 * Reads the fields of a form by the types in its schema. Pure and without dependencies: the service and the client's fake
 * bundle it.
 *
 * @packageDocumentation
 */
import type { FormField } from "./form-fields.ts";
import { readHeaderParameter, type Scalar } from "./parameter-values.ts";

export type { FormField };

/** The fields of a form, in order; a name may repeat. */
export type Form = Iterable<readonly [string, string | File]>;

/** What a form holds, and which of its fields are not as the schema says. */
export interface FormReading {
  readonly values: Readonly<Record<string, unknown>>;
  /** The same without files: a text of the length of each, for a JSON schema to check. */
  readonly texts: Readonly<Record<string, unknown>>;
  readonly refused: readonly { readonly name: string; readonly message: string }[];
}

/** A field that the schema does not name stays as it is sent. */
const anyField: FormField = { kind: "any" };

/** Makes an object of a form, with the types of its schema. */
export function readForm(form: Form, fields: Readonly<Record<string, FormField>>): FormReading {
  const refused: { name: string; message: string }[] = [];
  const byName = new Map<string, (string | File)[]>();
  for (const [name, value] of form) byName.set(name, [...(byName.get(name) ?? []), value]);
  const entries = [...byName].map(([name, sent]): [string, unknown] => {
    const { kind, repeats } = (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? anyField;
    if (!repeats && sent.length > 1) refused.push({ name, message: "is given more than once" });
    const values = sent.map((value) => {
      const isFile = typeof value !== "string";
      if (kind === "any" || (isFile && kind === "file")) return value;
      if (!isFile && kind !== "file") return textValue(kind, value);
      refused.push({ name, message: kind === "file" ? "must be a file" : "must not be a file" });
      return value;
    });
    return [name, repeats ? values : values[0]];
  });
  const texts = entries.map(([name, value]) => [name, withoutFiles(value)]);
  return { values: Object.fromEntries(entries), texts: Object.fromEntries(texts), refused };
}

function withoutFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFiles);
  return value instanceof Blob ? " ".repeat(value.size) : value;
}

/** The text of a field is decoded already, like that of a header field without separators. */
function textValue(kind: Scalar, text: string): unknown {
  const reading = readHeaderParameter({ name: "", shape: { kind } }, text);
  return reading.isGiven ? reading.value : undefined;
}
