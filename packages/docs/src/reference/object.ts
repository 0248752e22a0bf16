import { type Schema, typesOf } from "@compute-host/openapi";
import { type Html, html, plainText } from "../html.ts";
import { anchorLink } from "../markdown.ts";
import { boundsOf } from "./bounds.ts";
import { fieldList, propertiesOf } from "./fields.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";
import { discriminatorFact, valueFacts } from "./value-facts.ts";

/** A named schema: its description, bounds, values and fields. */
export function objectSection(context: ReferenceContext, name: string, schema: Schema): Html {
  const id = context.objects.get(name)?.id ?? name;
  const text = describe(context, String(schema.description ?? ""), id, name);
  context.headings.push({ id, title: name, level: 3 });
  context.records.push({ title: name, kind: "object", id, text: plainText(text) });
  const fields = propertiesOf(context, schema, id, `field of ${name}`);
  const isPlainObject = typesOf(schema).join() === "object" && schema.allOf === undefined;
  return html`
    <section class="object" id="${id}" aria-labelledby="${id}-title">
      <h3 id="${id}-title">${name} ${anchorLink(id, name)}</h3>
      ${text}
      ${!isPlainObject && html`<p class="type">${typeLabel(schema, context.objects)}</p>`}
      ${boundsOf(schema).map((bound) => html`<p class="fact"><span>Bounds</span> ${bound}</p>`)}
      ${valueFacts(schema)}
      ${discriminatorFact(context, schema)}
      ${fields.length > 0 && fieldList(context, fields)}
    </section>`;
}
