import { type MediaType, resolveSchema, type Schema, textOf } from "@compute-host/openapi";
import { type Content, html } from "../html.ts";
import { fieldList, isNamed, type Owner, propertiesOf, unnamedContents } from "./fields.ts";
import { mediaWords } from "./media-words.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";
import { discriminatorFact, valueFacts } from "./value-facts.ts";

/** A body: its media types, and a link to its schema if that has a name. */
export function bodyLabel(context: ReferenceContext, content: readonly MediaType[]): Content {
  return content.map(
    ({ mediaType, schema }) => html`
      <p class="media"><code>${mediaType}</code> <span class="type">${bodyType(context, mediaType, schema)}</span></p>`,
  );
}

function bodyType(context: ReferenceContext, mediaType: string, schema: Schema | undefined): Content {
  const words = mediaWords(mediaType);
  const label = schema !== undefined && typeLabel(schema, context.objects);
  const isNamedObject = schema !== undefined && isNamed(context, schema);
  return words === undefined ? label : [words, isNamedObject && [": ", label]];
}

/** The content of a body whose schema has no name; a named schema is under Objects. */
export function unnamedBody(
  context: ReferenceContext,
  content: readonly MediaType[],
  owner: Omit<Owner, "depth">,
): Content {
  return content.map(({ schema }) => {
    if (schema === undefined || isNamed(context, schema)) return "";
    const resolved = resolveSchema(context.api.document, schema);
    return [
      describe(context, textOf(resolved.description), owner.id, owner.name),
      valueFacts(resolved),
      discriminatorFact(context, resolved),
      unnamedContents(context, schema, { ...owner, depth: 0 }),
    ];
  });
}

/** The fields of a body whose schema has a name, each with an ID of its own here too. */
export function namedBodyFields(
  context: ReferenceContext,
  content: readonly MediaType[],
  { id, kind }: Omit<Owner, "depth">,
): Content {
  return content.map(({ schema }) => {
    if (schema === undefined || !isNamed(context, schema)) return "";
    const fields = propertiesOf(context, schema, id, kind);
    return fields.length > 0 && fieldList(context, fields);
  });
}
