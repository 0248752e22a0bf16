import {
  type Api,
  isObject,
  keysOf,
  listOf,
  objectOf,
  orNull,
  resolveSchema,
  type Schema,
  textOf,
  typesOf,
} from "@compute-host/openapi";
import { blocks, item, named } from "./blocks.ts";
import { code, factsOf } from "./schema-words.ts";

/** Describes the schemas of one description: each object once, in a section, or at the only body that has it. */
export class SchemaTexts {
  readonly #api: Api;
  /** The names of the objects with a section. */
  readonly #sections: ReadonlySet<string>;
  /** For each field of a section, its addresses in bodies: `Computer.name` is also `getComputer.200.name`. */
  readonly #addresses = new Map<string, string[]>();

  constructor(api: Api) {
    this.#api = api;
    const uses = JSON.stringify(api.document);
    const bodies = api.operations.flatMap(({ operationId, body, responses }) =>
      [{ ...body, status: "body" }, ...responses].flatMap(({ status, content }) =>
        content === undefined ? [] : { ...content, id: `${operationId}.${status}` },
      ),
    );
    // Split into two pieces: one reference in the whole description.
    const isOfOneBody = (name: string) =>
      uses.split(`"#/components/schemas/${name}"`).length === 2 &&
      bodies.some(({ schemaName }) => schemaName === name);
    this.#sections = new Set(Object.keys(api.schemas).filter((name) => !isOfOneBody(name)));
    for (const { id, schema } of bodies) if (/\.(?:body|2\d\d)$/.test(id)) this.#addFields(schema, id);
  }

  /** The sections. */
  sections(): string[] {
    return [...this.#sections].map((name) => {
      const schema = this.#api.schemas[name] as Schema;
      return blocks(
        `### ${name} {#${name}}`,
        textOf(schema.description),
        typesOf(schema).join() !== "object" && `Type: ${this.typeOf(schema)}`,
        factsOf(schema).join(", "),
        this.#contents(schema, name),
      );
    });
  }

  /** What a body holds; of an object with a section, the names of its fields. */
  body(schema: Schema, id: string): string {
    const isOfRequest = id.endsWith(".body");
    if (this.#sectionOf(schema) !== undefined) return isOfRequest ? "" : this.#fieldLinks(schema);
    return blocks(textOf(this.#resolve(schema).description), this.#contents(schema, id, isOfRequest));
  }

  /** The fields of an object with a section, or of the items of a list, each a link to its text. */
  #fieldLinks(schema: Schema): string {
    const { items } = schema;
    if (isObject(items)) return this.#fieldLinks(items as Schema);
    const section = this.#sectionOf(schema);
    const names = Object.keys(objectOf(this.#resolve(schema).properties));
    if (section === undefined || names.length === 0) return "";
    return `Fields: ${names.map((name) => `[${code(name)}](#${section}.${name})`).join(", ")}.`;
  }

  /** The type of a value with links, and its bounds: `array of [Computer](#Computer), at most 9 items`. */
  typeOf(schema: Schema): string {
    const name = this.#nameOf(schema);
    if (name !== undefined) {
      const link = this.#sections.has(name) ? `[${name}](#${name})` : code(name);
      return [orNull(schema) === undefined ? link : `${link} or null`, ...factsOf(schema)].join(", ");
    }
    const { items, additionalProperties } = schema;
    const label = (type: string) => {
      if (type === "array") return `array of ${this.typeOf(objectOf(items) as Schema)}`;
      if (type !== "object" || !isObject(additionalProperties)) return type;
      return `map to ${this.typeOf(additionalProperties as Schema)}`;
    };
    return [typesOf(schema).map(label).join(" or "), ...factsOf(schema)].join(", ");
  }

  /**
   * The constants of a value, and the fields of an object or of what a list or a map holds, unless a section has them.
   * Only fields of a request have examples: a response shows its own, and a section is for both.
   */
  #contents(schema: Schema, id: string, isOfRequest = false): string {
    const { properties, required, oneOf, items, additionalProperties } = this.#resolve(schema);
    const inner = [items, additionalProperties].find(isObject) as Schema | undefined;
    const constants = listOf(oneOf).map((one) => {
      const { const: value = null, description, deprecated } = objectOf(one);
      const words = [deprecated === true && "**deprecated**", textOf(description)].filter(Boolean).join(" ");
      return `- ${code(value)}${words === "" ? "" : `: ${words}`}`;
    });
    const fields = Object.entries(objectOf(properties)).map(([name, property]) => {
      const own = objectOf(property) as Schema;
      const { examples: _examples, ...withoutExamples } = own;
      const at = `${id}.${name}`;
      const type = this.typeOf(isOfRequest ? own : withoutExamples);
      return item(
        `${named(name, at)} ${type}${listOf(required).includes(name) ? ", required" : ""}`,
        at,
        textOf(own.description) || firstParagraph(textOf(this.#resolve(own).description)),
        this.#sectionOf(own) === undefined && this.#contents(own, at, isOfRequest),
        /\.2\d\d$/.test(id) && this.#fieldLinks(own),
        this.#addresses.has(at) && `\`\`\`addresses ${this.#addresses.get(at)?.join(" ")}\n\`\`\``,
      );
    });
    return blocks(
      constants.join("\n"),
      fields.join("\n\n"),
      inner !== undefined &&
        this.#sectionOf(inner) === undefined &&
        blocks(textOf(inner.description), this.#contents(inner, id, isOfRequest)),
    );
  }

  /**
   * Adds the addresses of the fields below a place in a body, such as `getComputer.200`.
   *
   * @param around where the object around the schema is described: at the same place, or in a section
   * @param within the sections that lead there: a schema inside itself adds nothing
   */
  #addFields(schema: Schema, place: string, around = place, within: readonly string[] = []): void {
    const section = this.#sectionOf(schema);
    if (section !== undefined && within.includes(section)) return;
    const describedAt = section ?? around;
    const path = section === undefined ? within : [...within, section];
    const { properties, items, additionalProperties } = this.#resolve(schema);
    for (const inner of [items, additionalProperties])
      if (isObject(inner)) this.#addFields(inner as Schema, place, describedAt, path);
    for (const [name, property] of Object.entries(objectOf(properties))) {
      const address = `${place}.${name}`;
      const field = `${describedAt}.${name}`;
      // The field stands elsewhere, and leads there by this address too.
      if (field !== address) this.#addresses.set(field, [...(this.#addresses.get(field) ?? []), address]);
      this.#addFields(objectOf(property) as Schema, address, field, path);
    }
  }

  #resolve(schema: Schema): Schema {
    return resolveSchema(this.#api.document, schema);
  }

  #sectionOf(schema: Schema): string | undefined {
    const name = this.#nameOf(schema);
    return name !== undefined && this.#sections.has(name) ? name : undefined;
  }

  /** The name of the schema that a `$ref` leads to. */
  #nameOf(schema: Schema): string | undefined {
    const { $ref = "" } = orNull(schema) ?? schema;
    return keysOf($ref).at(-1);
  }
}

/** The first paragraph of a text that is not a decision; the object's own description has the rest. */
function firstParagraph(text: string): string {
  return text.split(/\n{2,}/).find((part) => !part.startsWith("**Decision:**")) ?? "";
}
