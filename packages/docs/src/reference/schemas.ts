import {
  type Api,
  isObject,
  keysOf,
  listOf,
  objectOf,
  resolveSchema,
  type Schema,
  textOf,
  typesOf,
} from "@compute-host/openapi";
import { code, factsOf } from "./schema-words.ts";

/** A container: one colon more than those in it. */
export function box(info: string, content: string): string {
  const colons =
    Math.max(2, ...Array.from(content.matchAll(/^ *(:{3,})/gm), ([, run = ""]) => run.length)) + 1;
  return `${":".repeat(colons)} ${info}\n${content}\n${":".repeat(colons)}`;
}

/** Blocks with an empty line between them, without the empty ones. */
export function blocks(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part.trim() !== "").join("\n\n");
}

/** An item of a list with an ID: a line, and blocks below it. */
export function item(line: string, id: string, ...below: readonly (string | false | undefined)[]): string {
  const inner = blocks(...below).replaceAll(/^(?=.)/gm, "  ");
  return `- ${line} {#${id}}${inner === "" ? "" : `\n\n${inner}`}`;
}

/** A name that links to its item. */
export function named(name: string, id: string): string {
  return `[**${code(name)}**](#${id})`;
}

/** Describes the schemas of one description. */
export class SchemaTexts {
  readonly #api: Api;
  /** The objects whose fields were opened in place: other places link to their section. */
  readonly #opened = new Set<string>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** The sections of named objects; those that only one body has are described there. */
  objects(): string[] {
    return Object.entries(this.#api.schemas)
      .filter(([name]) => this.#hasSection(name))
      .map(([name, schema]) =>
        blocks(
          `### ${name} {#${name}}`,
          textOf(schema.description),
          typesOf(schema).join() !== "object" && `Type: ${this.typeOf(schema)}`,
          factsOf({ ...schema, deprecated: schema.deprecated ?? false }).join(", "),
          this.#contents(schema, name, false),
        ),
      );
  }

  /** A body: its type, and its fields in their place; with their full texts if this is their only place. */
  body(schema: Schema, id: string): string {
    const name = this.#nameOf(schema);
    const isOnlyHere = name === undefined || !this.#hasSection(name);
    const { description } = isOnlyHere ? resolveSchema(this.#api.document, schema) : schema;
    if (isOnlyHere) return blocks(textOf(description), this.#contents(schema, id, true));
    return this.#openOnce(schema, id, []);
  }

  /** The type of a value with links, and what its schema says besides: `array of [Computer](#Computer), at most 9 items`. */
  typeOf(schema: Schema): string {
    const name = this.#nameOf(schema);
    const { of: shown = name, direction } = this.#api.views[keysOf(schema.$ref ?? "").at(-1) ?? ""] ?? {};
    if (name !== undefined) {
      const link = this.#hasSection(name) ? `[${shown}](#${shown})` : code(shown);
      return [link, direction && `in ${direction}`, ...factsOf(schema)].filter(Boolean).join(", ");
    }
    const { items, additionalProperties } = schema;
    const label = (type: string) => {
      if (type === "array") return `array of ${this.typeOf(objectOf(items) as Schema)}`;
      if (type !== "object" || !isObject(additionalProperties)) return type;
      return `map to ${this.typeOf(additionalProperties as Schema)}`;
    };
    const types = typesOf(schema);
    return [types.length === 0 ? "string" : types.map(label).join(" or "), ...factsOf(schema)].join(", ");
  }

  /** The fields of an object, and the constants of a value, in an unnamed schema or the one it names. */
  #contents(schema: Schema, id: string, isInPlace: boolean, within: readonly string[] = []): string {
    const { properties, required, oneOf, items, additionalProperties } = resolveSchema(
      this.#api.document,
      schema,
    );
    const inner = [items, additionalProperties].find(isObject) as Schema | undefined;
    const constants = listOf(oneOf).map((one) => {
      const { const: value = null, description, deprecated } = objectOf(one);
      const words = [deprecated === true && "**deprecated**", textOf(description)].filter(Boolean).join(" ");
      return `- ${code(value)}${words === "" ? "" : `: ${words}`}`;
    });
    // In the place of a reference, a line says what a field is: the rest is in the section of its object. Bodies have the examples.
    const isShort = within.length > 0;
    const fields = Object.entries(objectOf(properties)).map(([name, property]) => {
      const own = objectOf(property) as Schema;
      const { examples: _elsewhere, ...rest } = own;
      const flag = listOf(required).includes(name) ? ", required" : "";
      const text = (textOf(own.description) || this.#textOf(own)).trim();
      const line = `${named(name, `${id}.${name}`)} ${this.typeOf(isShort || !isInPlace ? (rest as Schema) : own)}${flag}`;
      const about = isShort ? firstParagraph(text) : text;
      return item(
        isShort && about !== "" ? `${line}: ${about.replaceAll("\n", " ")}` : line,
        `${id}.${name}`,
        !isShort && about,
        this.#nested(own, `${id}.${name}`, isInPlace, within),
      );
    });
    return blocks(
      constants.join("\n"),
      fields.join(isShort ? "\n" : "\n\n"),
      properties === undefined && inner !== undefined && this.#nested(inner, id, isInPlace, within),
    );
  }

  #nested(schema: Schema, id: string, isInPlace: boolean, within: readonly string[]): string {
    const { items, additionalProperties } = schema;
    const inner = [items, additionalProperties].find(isObject) as Schema | undefined;
    if (this.#nameOf(schema) !== undefined) return isInPlace ? this.#openOnce(schema, id, within) : "";
    if (inner !== undefined)
      return blocks(textOf(inner.description), this.#nested(inner, id, isInPlace, within));
    return this.#contents(schema, id, isInPlace, within);
  }

  /** The fields of a named object in the place that refers to it, the first time; an object inside itself ends there. */
  #openOnce(schema: Schema, id: string, within: readonly string[]): string {
    const name = this.#nameOf(schema) ?? "";
    // What may be sent differs from what comes.
    const isRequest = id.endsWith(".body");
    if (within.includes(name) || (within.length === 0 && !isRequest && this.#opened.has(name))) return "";
    if (!isRequest) this.#opened.add(name);
    const fields = this.#contents(schema, id, true, [...within, name]);
    return fields === "" ? "" : box(`details Fields of ${name}`, fields);
  }

  /** The name of the schema that another one refers to; that of the whole schema for a view of one direction. */
  #nameOf({ $ref }: Schema): string | undefined {
    const name = $ref === undefined ? undefined : keysOf($ref).at(-1);
    return name === undefined ? undefined : (this.#api.views[name]?.of ?? name);
  }

  #textOf(schema: Schema): string {
    const { description } = resolveSchema(this.#api.document, schema);
    return schema.$ref === undefined ? "" : firstParagraph(textOf(description));
  }

  #hasSection(name: string): boolean {
    const { schemas, views, document, operations } = this.#api;
    if (!Object.hasOwn(schemas, name) || Object.hasOwn(views, name)) return false;
    const uses = JSON.stringify(document).split(`"#/components/schemas/${name}"`).length - 1;
    const isBody = operations.some(({ body, responses }) =>
      [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)].some(
        ({ schemaName }) => schemaName === name,
      ),
    );
    return uses !== 1 || !isBody;
  }
}

/** What a text says first; the rest is where the object is described. */
export function firstParagraph(text: string): string {
  return text.split(/\n{2,}/).find((part) => !part.startsWith("**Decision:**")) ?? "";
}

/** The words of a name: `BodyTooLarge` is `Body too large`. */
export function spaced(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
