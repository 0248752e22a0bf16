import {
  isObject,
  keysOf,
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
import { describe, type ReferenceContext } from "./reference-context.ts";
import { typeLabel } from "./type-label.ts";
import { valueFacts } from "./value-facts.ts";

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
}

/** A list of fields. */
export function fieldList(context: ReferenceContext, fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map((field) => fieldEntry(context, field))}</dl>`;
}

/** The properties of a schema as fields. */
export function listProperties(
  { api }: ReferenceContext,
  schema: Schema,
  owner: string,
  kind: string,
): Field[] {
  const { properties, required } = resolveSchema(api.document, schema);
  const names = new Set(listOf(required));
  return Object.entries(objectOf(properties)).map(([name, property]) => ({
    name,
    schema: objectOf(property) as Schema,
    isRequired: names.has(name),
    id: `${owner}.${name}`,
    kind,
  }));
}

/** What a place says of its schema: not what a named schema says in its own section. */
export function ownSchema({ $ref: _elsewhere, ...own }: Schema): Schema {
  return own as Schema;
}

function fieldEntry(context: ReferenceContext, field: Field): Html {
  const id = context.anchors.take(field.id);
  const own = ownSchema(field.schema);
  const whole = resolveSchema(context.api.document, field.schema);
  const text = describe(context, fieldDescription(field, own), id, field.name);
  const type = html`${typeLabel(field.schema, context.objects)}${describeBounds({ ...whole, ...own }).map((bound) => `, ${bound}`)}`;
  const facts = schemaFacts(context, own, field.examples);
  const nested = unnamedContents(context, field.schema, {
    id,
    name: field.name,
    kind: `${field.kind}, in ${field.name}`,
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
        ${fieldFlags(field, whole.deprecated === true || own.deprecated === true)}
      </dt>
      <dd>${text}${facts}${nested}${context.within !== undefined && fieldsInPlace(context, field.schema, id)}</dd>
    </div>`;
}

/** What a schema says besides its type, bounds, description and fields. */
export function schemaFacts(
  context: ReferenceContext,
  schema: Schema,
  examples?: readonly NamedExample[],
): Content {
  // The example of a body is beside the fields that open in their place.
  const { examples: _shown, ...rest } = schema;
  return valueFacts(context.within === undefined ? schema : (rest as Schema), examples);
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
  if (schema.$ref !== undefined) return keysOf(schema.$ref).at(-1);
  const { items, additionalProperties } = resolveSchema(context.api.document, schema);
  const part = [items, additionalProperties].find(isObject);
  return part === undefined ? undefined : namedIn(context, part as Schema);
}

function fieldDescription({ description = "" }: Pick<Field, "description">, own: Schema): string {
  const all = [description, textOf(own.description).trim()];
  return [...new Set(all)].filter(Boolean).join("\n\n");
}

function fieldFlags({ isRequired, isDeprecated }: Field, isOfSchema: boolean): Content {
  return [
    isRequired && html`<span class="flag required">required</span>`,
    (isDeprecated || isOfSchema) && html`<span class="flag deprecated">deprecated</span>`,
  ];
}

/** An unnamed schema inside another one. */
interface Part {
  readonly role: string;
  readonly schema: Schema;
}

/** The place of a schema's contents. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  /** The kind of its fields, for the search. */
  readonly kind: string;
}

/** The fields of an unnamed object, and the content of its items, its values and each of its alternatives. */
export function unnamedContents(context: ReferenceContext, schema: Schema, owner: Owner): Content {
  if (schema.$ref !== undefined) return "";
  const fields = listProperties(context, schema, owner.id, owner.kind);
  return [
    fieldParts(schema).map((part) => partEntry(context, part, owner)),
    fields.length > 0 && fieldList(context, fields),
  ];
}

function fieldParts({ items, additionalProperties, oneOf }: Schema): Part[] {
  const all = [
    { role: "Items", schema: items },
    { role: "Values", schema: additionalProperties },
    ...listOf(oneOf).map((schema) => ({ role: "Choice", schema })),
  ];
  return all.flatMap(({ role, schema }) => (isObject(schema) ? [{ role, schema: schema as Schema }] : []));
}

function partEntry(context: ReferenceContext, { role, schema }: Part, owner: Owner): Content {
  const own = ownSchema(schema);
  const text = textOf(own.description);
  const facts = html`${schemaFacts(context, own)}`;
  const bounds = describeBounds(own).map((bound) => `, ${bound}`);
  const isSilent = role !== "Choice" && text === "" && facts.text === "" && bounds.length === 0;
  return [
    !isSilent &&
      html`<p class="fact"><span>${role}</span> ${typeLabel(schema, context.objects)}${bounds}</p>`,
    describe(context, text, owner.id, owner.name),
    facts,
    unnamedContents(context, schema, owner),
  ];
}
