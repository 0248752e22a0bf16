import { type Json, knownValues, listOf, type NamedExample, type Schema } from "@compute-host/openapi";
import { type Content, type Html, html } from "../html.ts";
import { markdownLine } from "../markdown.ts";
import { findDiscriminator } from "./discriminator.ts";
import type { ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";

/** The values in a schema: allowed values, known values, the default, and an example. */
export function valueFacts(schema: Schema, examples: readonly NamedExample[] = []): Html[] {
  return [
    ...allowedValues(schema),
    ...knownValueFacts(schema),
    ...(schema.default === undefined ? [] : [fact("Default", [valueCode(schema.default)])]),
    ...exampleFacts(schema, examples),
  ];
}

/** How the alternatives of a schema are told apart. */
export function discriminatorFact({ api, objects }: ReferenceContext, schema: Schema): Content {
  const discriminator = findDiscriminator(api, schema);
  if (discriminator === undefined) return "";
  const { property, values } = discriminator;
  const meanings = values.map(
    ({ value, schema: one }) => html`, ${valueCode(value)} is ${typeLabel(one, objects)}`,
  );
  return html`<p class="fact"><span>Told apart by</span> ${valueCode(property)}${meanings}</p>`;
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
function exampleFacts({ example, examples }: Schema, named: readonly NamedExample[]): Html[] {
  const texts = new Map(
    named.map(({ value, summary, description }) => {
      const about = [summary, description && markdownLine(description)].map((text) => text && html` ${text}`);
      return [JSON.stringify(value), html`${valueCode(value)}${about}`];
    }),
  );
  for (const value of [...listOf(examples), ...(example === undefined ? [] : [example])]) {
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
