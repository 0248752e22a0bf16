import {
  isObject,
  listOf,
  type NamedExample,
  objectOf,
  resolveSchema,
  type Schema,
  textOf,
} from "@compute-host/openapi";
import { fragmentOf } from "../anchors.ts";
import { type Content, type Html, html, plainText } from "../html.ts";
import { boundsOf } from "./bounds.ts";
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

const deepest = 6;

/** A list of fields. */
export function fieldList(context: ReferenceContext, fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map((field) => fieldEntry(context, field))}</dl>`;
}

/** The properties of a schema as fields, including those of its `allOf` parts. */
export function propertiesOf(
  context: ReferenceContext,
  schema: Schema,
  owner: string,
  kind: string,
  depth = 0,
): Field[] {
  const resolved = resolveSchema(context.api.document, schema);
  const required = new Set(listOf(resolved.required));
  const own = Object.entries(objectOf(resolved.properties)).map(
    ([name, property]): Field => ({
      name,
      id: `${owner}.${name}`,
      kind,
      schema: objectOf(property) as Schema,
      isRequired: required.has(name),
      depth,
    }),
  );
  const parts = depth > deepest ? [] : listOf(resolved.allOf);
  return [
    ...parts.flatMap((part) => propertiesOf(context, objectOf(part) as Schema, owner, kind, depth + 1)),
    ...own,
  ];
}

/** Whether a schema has its own section, so that a link is enough. */
export function isNamed(context: ReferenceContext, { $ref }: Schema): boolean {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec($ref ?? "")?.[1];
  return name !== undefined && context.objects.has(decodeURIComponent(name));
}

function fieldEntry(context: ReferenceContext, field: Field): Html {
  const id = context.anchors.take(field.id);
  const schema = withOwnFacts(resolveSchema(context.api.document, field.schema), field.schema);
  const text = describe(context, descriptionOf(context, field), id, field.name);
  const nested = nestedFields(context, field, id);
  context.records.push({ title: field.name, kind: field.kind, id, text: plainText(text) });
  return html`
    <div class="field" id="${id}">
      <dt>
        <a class="name" href="${fragmentOf(id)}"><code>${field.name}</code></a>
        <span class="type">${typeLabel(field.schema, context.objects)}${boundsOf(schema).map((bound) => `, ${bound}`)}</span>
        ${flagsOf(field, schema)}
      </dt>
      <dd>${text}${valueFacts(isNamed(context, field.schema) ? field.schema : schema, field.examples)}${!isNamed(context, field.schema) && discriminatorFact(context, schema)}${writtenFact(field)}${nested}</dd>
    </div>`;
}

/** What a reference to a schema says itself, and not only of this place. */
function withOwnFacts(schema: Schema, { readOnly, writeOnly, deprecated }: Schema): Schema {
  const own = Object.entries({ readOnly, writeOnly, deprecated }).filter(([, value]) => value !== undefined);
  return { ...schema, ...Object.fromEntries(own) } as Schema;
}

function writtenFact({ written }: Field): Content {
  if (written === undefined) return "";
  return html`<p class="fact"><span>Written</span> <code>${written.example}</code> ${written.words}</p>`;
}

/** A named schema is described in its own section; only what is specific to this place appears here. */
function descriptionOf(context: ReferenceContext, { description, schema }: Field): string {
  if (description) return description;
  const hasOwn = schema.description !== undefined || isNamed(context, schema);
  const described = hasOwn ? schema : resolveSchema(context.api.document, schema);
  const parts = listOf(described.allOf).map((part) => textOf(objectOf(part).description));
  return [textOf(described.description), ...parts].filter(Boolean).join("\n\n");
}

function flagsOf({ isRequired, isDeprecated = false }: Field, schema: Schema): Content {
  return [
    isRequired && html`<span class="flag required">required</span>`,
    (isDeprecated || schema.deprecated === true) && html`<span class="flag deprecated">deprecated</span>`,
  ];
}

/** An unnamed schema inside another one. */
interface Part {
  readonly role: string;
  readonly schema: Schema;
}

function nestedFields(context: ReferenceContext, field: Field, id: string): Content {
  const { name, kind, schema, depth = 0 } = field;
  return unnamedContents(context, schema, { id, name, kind: `${kind}, in ${name}`, depth: depth + 1 });
}

/** The place of a schema's contents. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  /** The kind of its fields, for the search. */
  readonly kind: string;
  readonly depth: number;
}

/** The content of an unnamed object, of the items of a list, and of each alternative. */
export function unnamedContents(context: ReferenceContext, schema: Schema, owner: Owner): Content {
  const { id, name, kind, depth } = owner;
  if (depth > deepest) return "";
  const own = isNamed(context, schema) ? [] : [schema];
  const parts = partsOf(resolveSchema(context.api.document, schema)).filter(
    (part) => !isNamed(context, part.schema),
  );
  const inner = [...own, ...parts.map((part) => part.schema)].flatMap((one) =>
    propertiesOf(context, one, id, kind, depth),
  );
  return [
    parts.map((part) => partFacts(context, part, id, name)),
    inner.length > 0 && fieldList(context, inner),
  ];
}

function partsOf({ items, additionalProperties, oneOf, anyOf, prefixItems }: Schema): Part[] {
  const all = [
    ...listOf(prefixItems).map((schema, index) => ({ role: `Item ${index + 1}`, schema })),
    { role: "Items", schema: items },
    { role: "Values", schema: additionalProperties },
    ...[...listOf(oneOf), ...listOf(anyOf)].map((schema) => ({ role: "Choice", schema })),
  ];
  return all.filter((part): part is Part => isObject(part.schema));
}

function partFacts(
  context: ReferenceContext,
  { role, schema }: Part,
  owner: string,
  subject: string,
): Content {
  const resolved = resolveSchema(context.api.document, schema);
  const text = textOf(resolved.description);
  const facts = [...valueFacts(resolved), discriminatorFact(context, resolved)].filter(Boolean);
  const bounds = boundsOf(resolved);
  if (text === "" && facts.length === 0 && bounds.length === 0) return "";
  const type = html`${typeLabel(schema, context.objects)}${bounds.map((bound) => `, ${bound}`)}`;
  return html`
    <p class="fact"><span>${role}</span> ${type}</p>
    ${describe(context, text, owner, subject)}
    ${facts}`;
}
