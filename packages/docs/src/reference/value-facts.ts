import { type Json, knownValues, listOf, type NamedExample, type Schema } from "@compute-host/openapi";
import { type Content, type Html, html } from "../html.ts";

/** The values in a schema: allowed values, known values, the default, and an example. */
export function valueFacts(schema: Schema, examples: readonly NamedExample[] = []): Html[] {
  return [
    ...allowedValues(schema),
    ...knownValueFacts(schema),
    ...(schema.default === undefined ? [] : [fact("Default", [valueCode(schema.default)])]),
    ...exampleFacts(schema, examples),
  ];
}

function allowedValues(schema: Schema): Html[] {
  if (schema.const !== undefined) return [fact("Always", [valueCode(schema.const)])];
  const values = listOf(schema.enum);
  return values.length === 0 ? [] : [fact("One of", values.map(valueCode))];
}

function knownValueFacts(schema: Schema): Html[] {
  const values = knownValues(schema);
  return values === undefined ? [] : [fact("Known values", values.map(valueCode), "Others may be added.")];
}

/** The examples of a place, and those of its schema that are not among them. */
function exampleFacts({ examples }: Schema, named: readonly NamedExample[]): Html[] {
  const texts = new Map(named.map(({ value }) => [JSON.stringify(value), valueCode(value)]));
  for (const value of listOf(examples)) {
    if (!texts.has(JSON.stringify(value))) texts.set(JSON.stringify(value), valueCode(value));
  }
  return texts.size === 0 ? [] : [fact("Example", [...texts.values()])];
}

function fact(title: string, values: readonly Content[], remark?: string): Html {
  const listed = values.flatMap((value, index) => [index > 0 && ", ", value]);
  return html`<p class="fact"><span>${title}</span> ${listed}${remark && `. ${remark}`}</p>`;
}

/** A value as it is written in JSON; a text without its quotes. */
export function valueCode(value: Json | undefined): Html {
  return html`<code>${typeof value === "string" ? value : JSON.stringify(value)}</code>`;
}
