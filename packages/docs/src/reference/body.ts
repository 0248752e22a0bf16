import { type MediaType, type Schema, textOf } from "@compute-host/openapi";
import { type Content, html } from "../html.ts";
import { describeBounds } from "./bounds.ts";
import { fieldList, listProperties, type Owner, ownSchema, schemaFacts, unnamedContents } from "./fields.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";

/**
 * A body: its media type, and its content.
 *
 * @param openFields the fields, in this place, of a schema that has its own section
 */
export function bodyContent(
  context: ReferenceContext,
  content: readonly MediaType[],
  owner: Owner,
  openFields: (schema: Schema) => Content,
): Content {
  return content.map(({ mediaType, schema = {} }) => {
    const own = ownSchema(schema);
    const bounds = describeBounds(own).map((bound) => `, ${bound}`);
    return [
      html`
    <p class="media"><code>${mediaType}</code> <span class="type">${typeLabel(schema, context.objects)}${bounds}</span></p>`,
      describe(context, textOf(own.description), owner.id, owner.name),
      schemaFacts(context, own),
      unnamedContents(context, schema, owner),
      openFields(schema),
    ];
  });
}

/** The fields of a body whose schema has a name, each with an ID of its own here too. */
export function namedBodyFields(context: ReferenceContext, schema: Schema, { id, kind }: Owner): Content {
  if (schema.$ref === undefined) return "";
  const fields = listProperties(context, schema, id, kind);
  return fields.length > 0 && fieldList(context, fields);
}
