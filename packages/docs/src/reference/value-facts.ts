import { type Json, knownValuesOf, listOf, type NamedExample, type Schema } from "@compute-host/openapi";
import { type Content, type Html, html } from "../html.ts";
import { discriminatorOf } from "./discriminator.ts";
import type { ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";

/** The values in a schema: allowed values, known values, the default, and an example. */
export function valueFacts(schema: Schema, examples: readonly NamedExample[] = []): Html[] {
  return [
    ...allowedValues(schema),
    ...knownValues(schema),
    ...(schema.default === undefined ? [] : [fact("Default", [code(schema.default)])]),
    ...exampleFacts(schema, examples),
  ];
}

/** How the alternatives of a schema are told apart. */
export function discriminatorFact({ api, objects }: ReferenceContext, schema: Schema): Content {
  const discriminator = discriminatorOf(api, schema);
  if (discriminator === undefined) return "";
  const { property, values } = discriminator;
  const meanings = values.map(
    ({ value, schema: one }) => html`, ${code(value)} is ${typeLabel(one, objects)}`,
  );
  return html`<p class="fact"><span>Told apart by</span> ${code(property)}${meanings}</p>`;
}

function allowedValues(schema: Schema): Html[] {
  if (schema.const !== undefined) return [fact("Always", [code(schema.const)])];
  const values = listOf(schema.enum);
  return values.length === 0 ? [] : [fact("One of", values.map(code))];
}

function knownValues(schema: Schema): Html[] {
  const values = knownValuesOf(schema);
  return values === undefined ? [] : [fact("Known values", values.map(code), "Others may be added.")];
}

/** Falls back to the schema's example; objects and lists are shown in the body's example instead. */
function exampleFacts(schema: Schema, named: readonly NamedExample[]): Html[] {
  const own = listOf(schema.examples).map((value) => ({ value, summary: "" }));
  const all: readonly { readonly value: Json | undefined; readonly summary: string }[] =
    named.length > 0 ? named : own;
  const short = all.filter(
    ({ value }) => value !== undefined && (value === null || typeof value !== "object"),
  );
  const texts = short.map(({ value, summary }) => html`${code(value)}${summary && ` ${summary}`}`);
  return texts.length === 0 ? [] : [fact("Example", texts)];
}

function fact(title: string, values: readonly Content[], remark?: string): Html {
  const listed = values.flatMap((value, index) => (index === 0 ? [value] : [" ", value]));
  return html`<p class="fact"><span>${title}</span> ${listed}${remark === undefined ? "" : ` ${remark}`}</p>`;
}

function code(value: Json | undefined): Html {
  return html`<code>${typeof value === "string" ? value : JSON.stringify(value)}</code>`;
}
