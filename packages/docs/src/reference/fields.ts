import {
  isObject,
  type Json,
  listOf,
  type NamedExample,
  objectOf,
  resolveSchema,
  type Schema,
  textOf,
} from "@compute-host/openapi";
import { fragment } from "../anchors.ts";
import { type Content, type Html, html, plainText } from "../html.ts";
import { describeBounds } from "./bounds.ts";
import { layerMembers, schemaLayers } from "./layers.ts";
import { otherFacts } from "./other-facts.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";
import { discriminatorFact, valueFacts } from "./value-facts.ts";
import type { WrittenParameter } from "./written-parameter.ts";

/** A field of an object, a parameter or a header. */
export interface Field {
  readonly name: string;
  readonly id: string;
  /** Its kind, for the search: `field of Computer`. */
  readonly kind: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** Whether to mark the field as optional. */
  readonly isDeprecated?: boolean;
  /** Markdown. @default the description of the schema */
  readonly description?: string;
  readonly examples?: readonly NamedExample[];
  /** How it is written in a request. */
  readonly written?: WrittenParameter | undefined;
  /** Its depth in nested inline objects. */
  readonly depth?: number;
}

/** What refers to itself without a name ends here. */
const deepest = 12;

/** A list of fields. */
export function fieldList(context: ReferenceContext, fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map((field) => fieldEntry(context, field))}</dl>`;
}

/** The properties of a schema as fields, including those of its `allOf` parts. */
export function listProperties(
  context: ReferenceContext,
  schema: Schema,
  owner: string,
  kind: string,
  depth = 0,
): Field[] {
  return layerMembers(context.api.document, schema).map((member) => ({
    ...member,
    id: `${owner}.${member.name}`,
    kind,
    depth,
  }));
}

/** Whether a schema has its own section, so that a link is enough. */
export function isNamed(context: ReferenceContext, { $ref }: Schema): boolean {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec($ref ?? "")?.[1];
  return name !== undefined && context.objects.has(decodeURIComponent(name));
}

function fieldEntry(context: ReferenceContext, field: Field): Html {
  const id = context.anchors.take(field.id);
  const layers = ownLayers(context, field.schema);
  const named = isNamed(context, field.schema) ? [resolveSchema(context.api.document, field.schema)] : [];
  const text = describe(context, fieldDescription(field, layers), id, field.name);
  const bounds = new Set([...named, ...layers].flatMap(describeBounds).map((bound) => `, ${bound}`));
  const type = html`${typeLabel(field.schema, context.objects)}${[...bounds]}`;
  const facts = [
    schemaFacts(context, layers[0] ?? {}, field.examples),
    layers.slice(1).map((layer) => schemaFacts(context, layer)),
  ];
  const nested = unnamedContents(context, field.schema, {
    id,
    name: field.name,
    kind: `${field.kind}, in ${field.name}`,
    depth: (field.depth ?? 0) + 1,
  });
  context.records.push({
    title: field.name,
    kind: field.kind,
    id,
    text: plainText(html`${type}. ${text} ${facts}`),
  });
  return html`
    <div class="field" id="${id}">
      <dt>
        <a class="name" href="${fragment(id)}"><code>${field.name}</code></a>
        <span class="type">${type}</span>
        ${fieldFlags(field, [...named, ...layers])}
      </dt>
      <dd>${text}${facts}${writtenFact(field)}${nested}${context.within !== undefined && fieldsInPlace(context, field.schema, id)}</dd>
    </div>`;
}

/** What a place says of its schema: not what a named schema says in its own section. */
export function ownLayers(context: ReferenceContext, schema: Schema): Schema[] {
  return schemaLayers(context.api.document, schema, (one) => isNamed(context, one));
}

/** What a schema says besides its type, bounds, description and fields. */
export function schemaFacts(
  context: ReferenceContext,
  schema: Schema,
  examples?: readonly NamedExample[],
): Content {
  // The example of a body is beside the fields that open in their place.
  const { examples: _shown, example: _alsoShown, ...rest } = schema;
  const described = context.within === undefined ? schema : (rest as Schema);
  return [valueFacts(described, examples), discriminatorFact(context, schema), otherFacts(schema)];
}

/** The fields of the named object that a value is or holds, in its place, as deep as they go; an object inside itself ends there. */
export function fieldsInPlace(context: ReferenceContext, schema: Schema, owner: string): Content {
  const { within = [] } = context;
  const name = namedIn(context, schema);
  if (name === undefined || within.includes(name)) return "";
  const inner = { ...context, within: [...within, name], records: [], decisions: [] };
  const fields = listProperties(inner, { $ref: `#/components/schemas/${name}` }, owner, "");
  const title = context.objects.get(name)?.title;
  return (
    fields.length > 0 &&
    html`<details class="inner"><summary>Fields of ${title}</summary>${fieldList(inner, fields)}</details>`
  );
}

/** The name of the object that a schema names, itself or for its items and values. */
function namedIn(context: ReferenceContext, schema: Schema): string | undefined {
  if (isNamed(context, schema)) return decodeURIComponent(schema.$ref?.split("/").at(-1) ?? "");
  const { items, additionalProperties } = resolveSchema(context.api.document, schema);
  const part = [items, additionalProperties].find(isObject);
  return part === undefined ? undefined : namedIn(context, part as Schema);
}

function writtenFact({ written }: Field): Content {
  if (written === undefined) return "";
  return html`<p class="fact"><span>Written</span> <code>${written.example}</code> ${written.words}</p>`;
}

function fieldDescription({ description = "" }: Field, layers: readonly Schema[]): string {
  const all = [description, ...layers.map((layer) => textOf(layer.description).trim())];
  return [...new Set(all)].filter(Boolean).join("\n\n");
}

function fieldFlags({ isRequired, isDeprecated = false }: Field, layers: readonly Schema[]): Content {
  return [
    isRequired && html`<span class="flag required">required</span>`,
    (isDeprecated || layers.some(({ deprecated }) => deprecated === true)) &&
      html`<span class="flag deprecated">deprecated</span>`,
  ];
}

/** An unnamed schema inside another one. */
interface Part {
  readonly role: Content;
  readonly schema: Schema;
}

/** The place of a schema's contents. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  /** The kind of its fields, for the search. */
  readonly kind: string;
  readonly depth: number;
}

/** The fields of an unnamed object, and the content of its items, its values and each of its alternatives. */
export function unnamedContents(context: ReferenceContext, schema: Schema, owner: Owner): Content {
  const { id, kind, depth } = owner;
  if (depth > deepest || isNamed(context, schema)) return "";
  const parts = ownLayers(context, schema).flatMap(fieldParts);
  const fields = listProperties(context, schema, id, kind, depth);
  return [
    parts.map((part) => partEntry(context, part, owner)),
    fields.length > 0 && fieldList(context, fields),
  ];
}

function fieldParts({
  items,
  additionalProperties,
  patternProperties,
  oneOf,
  anyOf,
  prefixItems,
}: Schema): Part[] {
  const all: readonly { readonly role: Content; readonly schema: Json | undefined }[] = [
    ...listOf(prefixItems).map((schema, index) => ({ role: `Item ${index + 1}`, schema })),
    { role: "Items", schema: items },
    { role: "Values", schema: additionalProperties },
    ...Object.entries(objectOf(patternProperties)).map(([pattern, schema]) => ({
      role: html`Values of names that match <code>${pattern}</code>`,
      schema,
    })),
    ...[...listOf(oneOf), ...listOf(anyOf)].map((schema) => ({ role: "Choice", schema })),
  ];
  return all.flatMap(({ role, schema }) => (isObject(schema) ? [{ role, schema: schema as Schema }] : []));
}

function partEntry(context: ReferenceContext, { role, schema }: Part, owner: Owner): Content {
  const layers = ownLayers(context, schema);
  const text = fieldDescription({} as Field, layers);
  const facts = html`${layers.map((layer) => schemaFacts(context, layer))}`;
  const bounds = layers.flatMap(describeBounds).map((bound) => `, ${bound}`);
  const isPlain = text === "" && facts.text === "" && bounds.length === 0;
  const isSilent = isPlain && (role === "Items" || role === "Values" || isNamed(context, schema));
  return [
    !isSilent &&
      html`<p class="fact"><span>${role}</span> ${typeLabel(schema, context.objects)}${bounds}</p>`,
    describe(context, text, owner.id, owner.name),
    facts,
    unnamedContents(context, schema, { ...owner, depth: owner.depth + 1 }),
  ];
}
