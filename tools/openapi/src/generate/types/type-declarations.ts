import { isObject, listOf, objectOf } from "../../schema/json.ts";
import { knownValues, orNull, type Schema, schemaNameOf, typesOf } from "../../schema/schemas.ts";
import { type CommentTag, commentSource, keySource, valueSource } from "../source-text.ts";

interface DeclarationOptions {
  /** Writes the type of a schema of `components`. @default its name */
  readonly refer?: (name: string) => string;
  /** What an interface extends. Its optional members accept `undefined` under any compiler options of the caller. */
  readonly base?: string;
}

/** Declares a documented type for a schema: an interface for a plain object, otherwise an alias. */
export function declarationSource(name: string, schema: Schema, options: DeclarationOptions = {}): string {
  const comment = commentOf(schema);
  if (typesOf(schema).join() !== "object" || !hasProperties(schema))
    return `${comment}export type ${name} = ${typeSource(schema, options)};\n`;
  const heritage = options.base === undefined ? "" : ` extends ${options.base}`;
  return `${comment}export interface ${name}${heritage} ${membersSource(schema, options)}\n`;
}

/**
 * Writes the type of a schema.
 *
 * `x-extensible-enum` lists the known values of an open string: a union that editors complete, and that
 * accepts any string.
 */
export function typeSource(schema: Schema, options: DeclarationOptions = {}, indent = ""): string {
  const { refer = (name) => name } = options;
  const name = schemaNameOf(schema);
  if (name !== undefined) return refer(name);
  const reference = orNull(schema);
  if (reference !== undefined) return `${typeSource(reference, options)} | null`;
  const constants = [schema, ...listOf(schema.oneOf).map(objectOf)].map((one) => one.const);
  const values = [...constants, ...listOf(schema.enum)].filter((value) => value !== undefined);
  if (values.length > 0) return unionOf(values);
  const known = knownValues(schema);
  if (known !== undefined) return `${unionOf(known)} | (string & {})`;
  return typesOf(schema)
    .map((type) => sourceOfType(type, schema, options, indent))
    .join(" | ");
}

function unionOf(values: readonly unknown[]): string {
  return values.map((value) => valueSource(value)).join(" | ");
}

function sourceOfType(type: string, schema: Schema, options: DeclarationOptions, indent: string): string {
  const inner = (one: unknown) => typeSource(one as Schema, options, indent);
  if (type === "integer") return "number";
  if (type === "array") {
    const item = inner(schema.items);
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  if (type !== "object") return type;
  if (hasProperties(schema)) return membersSource(schema, options, indent);
  const { additionalProperties: values } = schema;
  return `{ [key: string]: ${isObject(values) ? inner(values) : "unknown"} }`;
}

function hasProperties({ properties }: Schema): boolean {
  return Object.keys(objectOf(properties)).length > 0;
}

function membersSource(schema: Schema, options: DeclarationOptions, indent = ""): string {
  const required = listOf(schema.required);
  const inside = `${indent}  `;
  const members = Object.entries(objectOf(schema.properties)).map(([name, value]) => {
    const property = value as Schema;
    const isOptional = !required.includes(name);
    const more = isOptional && options.base !== undefined ? " | undefined" : "";
    const key = `${keySource(name)}${isOptional ? "?" : ""}`;
    return `${commentOf(property, inside)}${inside}${key}: ${typeSource(property, options, inside)}${more};\n`;
  });
  return `{\n${members.join("")}${indent}}`;
}

function commentOf(schema: Schema, indent = ""): string {
  const { description, format, deprecated, default: filled, example, examples } = schema;
  const shown = [example, ...listOf(examples)].filter((value) => value !== undefined);
  const textOf = (value: unknown) => (typeof value === "string" ? value : valueSource(value));
  const tags: CommentTag[] = [
    ...(deprecated === true ? [["deprecated"] as const] : []),
    ...(filled === undefined ? [] : [["default", textOf(filled)] as const]),
    ...shown.map((value) => ["example", textOf(value)] as const),
  ];
  const words = [format === undefined ? "" : `Format: ${String(format)}.`, String(description ?? "")];
  return commentSource(words, { tags, indent });
}
