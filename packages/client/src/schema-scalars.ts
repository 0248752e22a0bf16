import type { SchemaNode } from "./schema-node.ts";

/** The characters of RFC 3986; everything else is percent-encoded. */
const uriReference = /^([\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;
const date = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** Formats that are checked (JSON Schema 2020-12, validation, section 7.3); others are ignored. */
const formats: Readonly<Record<string, readonly [test: (text: string) => boolean, message: string]>> = {
  uuid: [(text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), "must be a UUID"],
  uri: [(text) => /^[a-z][a-z\d+.-]*:./i.test(text) && uriReference.test(text), "must be a URI"],
  "uri-reference": [(text) => uriReference.test(text), "must be a URI reference"],
  date: [(text) => date.test(text), "must be a date, such as 2026-01-31"],
  "date-time": [
    (text) => {
      const [day = "", clock = "", ...rest] = text.split(/[tT ]/);
      return rest.length === 0 && date.test(day) && time.test(clock);
    },
    "must be a date and time, such as 2026-01-31T12:00:00Z",
  ],
  email: [(text) => /^[^\s@]+@[^\s@]+$/.test(text), "must be an email address"],
};

/** Describes what is wrong with a string. */
export function stringIssues(schema: SchemaNode, value: string): string[] {
  const { minLength = 0, maxLength, pattern, format = "" } = schema;
  const issues: string[] = [];
  // Lengths count Unicode code points (JSON Schema validation, section 6.3).
  const length = minLength > 0 || maxLength !== undefined ? [...value].length : 0;
  if (length < minLength) {
    issues.push(`must have at least ${minLength} character${minLength === 1 ? "" : "s"}`);
  }
  if (maxLength !== undefined && length > maxLength) issues.push(`must have at most ${maxLength} characters`);
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) issues.push(`must match ${pattern}`);
  const [test, message] = formats[format] ?? [];
  if (test && message && !test(value)) issues.push(message);
  return issues;
}

/** Describes what is wrong with a number. */
export function numberIssues(schema: SchemaNode, value: number): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const issues: string[] = [];
  if (minimum !== undefined && value < minimum) issues.push(`must be at least ${minimum}`);
  if (maximum !== undefined && value > maximum) issues.push(`must be at most ${maximum}`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    issues.push(`must be more than ${exclusiveMinimum}`);
  }
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) {
    issues.push(`must be less than ${exclusiveMaximum}`);
  }
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    issues.push(`must be a multiple of ${multipleOf}`);
  }
  return issues;
}
