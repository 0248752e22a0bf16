import { type Schema, textOf, typesOf } from "@compute-host/openapi";
import { type Html, html, plainText } from "../html.ts";
import { anchorLink } from "../markdown.ts";
import { describeBounds } from "./bounds.ts";
import { ownLayers, schemaFacts, unnamedContents } from "./fields.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";

/** A named schema: its description, bounds, values and fields. */
export function objectSection(context: ReferenceContext, name: string, schema: Schema): Html {
  const id = context.objects.get(name)?.id ?? name;
  const layers = ownLayers(context, schema);
  const about = layers.map((layer) => textOf(layer.description)).filter(Boolean);
  const text = describe(context, about.join("\n\n"), id, name);
  context.headings.push({ id, title: name, level: 3 });
  context.records.push({ title: name, kind: "object", id, text: plainText(text) });
  const isPlainObject = typesOf(schema).join() === "object" && layers.length === 1;
  return html`
    <section class="object" id="${id}">
      <h3>${name} ${anchorLink(id)}</h3>
      ${layers.some(({ deprecated }) => deprecated === true) && html`<p class="flag deprecated">Deprecated</p>`}
      ${text}
      ${!isPlainObject && html`<p class="type">${typeLabel(schema, context.objects)}</p>`}
      ${layers.flatMap(describeBounds).map((bound) => html`<p class="fact"><span>Bounds</span> ${bound}</p>`)}
      ${layers.map((layer) => schemaFacts(context, layer))}
      ${unnamedContents(context, schema, { id, name, kind: `field of ${name}`, depth: 0 })}
    </section>`;
}
