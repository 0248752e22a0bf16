import type { MediaType, Schema } from "@compute-host/openapi";
import { type Content, html } from "../html.ts";
import { fieldList, propertiesOf } from "./fields.ts";
import type { ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";

/** What a body is: its media types, and a link to its schema where that has a name. */
export function bodyLabel(context: ReferenceContext, content: readonly MediaType[]): Content {
  return content.map(
    ({ mediaType, schema }) => html`
      <p class="media"><code>${mediaType}</code>${schema !== undefined && html` <span class="type">${typeLabel(schema, context.objectIds)}</span>`}</p>`,
  );
}

/** The fields of a body whose schema has no name; those of a named one stand under Objects. */
export function unnamedFields(
  context: ReferenceContext,
  content: readonly MediaType[],
  owner: string,
  kind: string,
): Content {
  return content.map(({ schema, schemaName }) => {
    if (schema === undefined || schemaName !== undefined) return "";
    return bodyFields(context, schema, owner, kind);
  });
}

/** The fields of a body, or of the items of a list. */
export function bodyFields(context: ReferenceContext, schema: Schema, owner: string, kind: string): Content {
  const fields = propertiesOf(context, schema, owner, kind);
  return fields.length > 0 && fieldList(context, fields);
}
