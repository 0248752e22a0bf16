import { type Schema, textOf, typesOf } from "@compute-host/openapi";
import { type Html, html, plainText } from "../html.ts";
import { anchorLink } from "../markdown.ts";
import { describeBounds } from "./bounds.ts";
import { schemaFacts, unnamedContents } from "./fields.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";

/** A named schema: its description, bounds, values and fields. */
export function objectSection(context: ReferenceContext, name: string, schema: Schema): Html {
  const id = context.objects.get(name)?.id ?? name;
  const text = describe(context, textOf(schema.description), id, name);
  context.headings.push({ id, title: name, level: 3 });
  context.records.push({ title: name, kind: "object", id, text: plainText(text) });
  const isObject = typesOf(schema).join() === "object";
  return html`
    <section class="object" id="${id}">
      <h3>${name} ${anchorLink(id)}</h3>
      ${schema.deprecated === true && html`<p class="flag deprecated">Deprecated</p>`}
      ${text}
      ${!isObject && html`<p class="type">${typeLabel(schema, context.objects)}</p>`}
      ${describeBounds(schema).map((bound) => html`<p class="fact"><span>Bounds</span> ${bound}</p>`)}
      ${schemaFacts(context, schema)}
      ${unnamedContents(context, schema, { id, name, kind: `field of ${name}` })}
    </section>`;
}
