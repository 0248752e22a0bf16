import { type MediaType, objectOf, type Schema, textOf } from "@compute-host/openapi";
import { type Content, html } from "../html.ts";
import { describeBounds } from "./bounds.ts";
import {
  fieldList,
  isNamed,
  listProperties,
  type Owner,
  ownLayers,
  schemaFacts,
  unnamedContents,
} from "./fields.ts";
import { mediaWords } from "./media-words.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";

/**
 * A body: its media types, and below those that have the same schema its content.
 *
 * @param openFields the fields, in this place, of a schema that has its own section
 */
export function bodyContent(
  context: ReferenceContext,
  content: readonly MediaType[],
  owner: Omit<Owner, "depth">,
  openFields: (schema: Schema) => Content,
): Content {
  const groups = new Map<string, MediaType[]>();
  for (const one of content) {
    const key = JSON.stringify(one.schema ?? null);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const schema = group[0]?.schema;
    return [
      group.map((one) => [mediaLabel(context, one), encodingFacts(one)]),
      schema !== undefined && [ownContent(context, schema, owner), openFields(schema)],
    ];
  });
}

function mediaLabel(context: ReferenceContext, { mediaType, schema }: MediaType): Content {
  const words = mediaWords(mediaType);
  const bounds = schema === undefined ? [] : ownLayers(context, schema).flatMap(describeBounds);
  const label = schema !== undefined && [
    typeLabel(schema, context.objects),
    bounds.map((bound) => `, ${bound}`),
  ];
  const isSaid =
    words !== undefined && !(schema !== undefined && isNamed(context, schema)) && bounds.length === 0;
  return html`
    <p class="media"><code>${mediaType}</code> <span class="type">${isSaid ? words : [words !== undefined && `${words}: `, label]}</span></p>`;
}

function encodingFacts({ encoding = {} }: MediaType): Content {
  return Object.entries(encoding).map(([part, written]) => {
    const { contentType, ...rest } = objectOf(written);
    const other = Object.keys(rest).length > 0 && html` <code>${JSON.stringify(rest)}</code>`;
    const type = contentType !== undefined && html` as <code>${textOf(contentType)}</code>`;
    return html`<p class="fact"><span>Written</span> <code>${part}</code>${type}${other}</p>`;
  });
}

/** What the place says of its schema, which is everything if that has no section of its own. */
function ownContent(context: ReferenceContext, schema: Schema, owner: Omit<Owner, "depth">): Content {
  const layers = ownLayers(context, schema);
  return [
    layers.map((layer) => describe(context, textOf(layer.description), owner.id, owner.name)),
    layers.map((layer) => schemaFacts(context, layer)),
    unnamedContents(context, schema, { ...owner, depth: 0 }),
  ];
}

/** The fields of a body whose schema has a name, each with an ID of its own here too. */
export function namedBodyFields(
  context: ReferenceContext,
  schema: Schema,
  { id, kind }: Omit<Owner, "depth">,
): Content {
  if (!isNamed(context, schema)) return "";
  const fields = listProperties(context, schema, id, kind);
  return fields.length > 0 && fieldList(context, fields);
}
