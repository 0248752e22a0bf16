import { type Json, knownValues, listOf, type Schema } from "@compute-host/openapi";

/** What a keyword says; `undefined` if another keyword, the type or the fields say it. */
type Words = (schema: Schema) => string | undefined;

const silent: Words = () => undefined;

/** The words for every keyword of a schema. */
const words: Readonly<Record<string, Words>> = {
  $ref: silent,
  type: silent,
  properties: silent,
  required: silent,
  items: silent,
  oneOf: silent,
  anyOf: silent,
  description: silent,
  title: silent,
  externalDocs: silent,
  format: ({ format }) => `format ${format}`,
  pattern: ({ pattern }) => `matches ${code(pattern)}`,
  minLength: ({ minLength, maxLength }) => atLeast(minLength, maxLength, "character"),
  maxLength: ({ minLength, maxLength }) => atMost(minLength, maxLength, "character"),
  minItems: ({ minItems, maxItems }) => atLeast(minItems, maxItems, "item"),
  maxItems: ({ minItems, maxItems }) => atMost(minItems, maxItems, "item"),
  minimum: ({ minimum, maximum }) => atLeast(minimum, maximum),
  maximum: ({ minimum, maximum }) => atMost(minimum, maximum),
  additionalProperties: ({ additionalProperties }) =>
    additionalProperties === false ? "no other properties" : undefined,
  deprecated: ({ deprecated }) => (deprecated === true ? "**deprecated**" : undefined),
  const: (schema) => `always ${code(schema.const)}`,
  enum: (schema) => `one of ${codes(listOf(schema.enum))}`,
  "x-extensible-enum": (schema) => `known values ${codes(knownValues(schema) ?? [])}`,
  default: (schema) => `default ${code(schema.default)}`,
  examples: ({ examples }) => `for example ${codes(listOf(examples))}`,
};

/**
 * What a schema says besides its type, its description and its fields.
 *
 * @throws Error naming a keyword without words
 */
export function factsOf(schema: Schema): string[] {
  return Object.keys(schema).flatMap((keyword) => {
    const say = words[keyword];
    if (say === undefined) throw new Error(`Add words for \`${keyword}\` to schema-words.ts.`);
    return say(schema) || [];
  });
}

/** A value as it is written in JSON, as code; a text without its quotes. */
export function code(value: Json | undefined): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function codes(values: readonly Json[]): string {
  return values.map(code).join(", ");
}

function atLeast(least: Json | undefined, most: Json | undefined, unit = ""): string {
  if (most === undefined) return `at least ${counted(least, unit)}`;
  return least === most ? `exactly ${counted(least, unit)}` : `${least} to ${counted(most, unit)}`;
}

function atMost(least: Json | undefined, most: Json | undefined, unit = ""): string | undefined {
  return least === undefined ? `at most ${counted(most, unit)}` : undefined;
}

function counted(count: Json | undefined, unit: string): string {
  return unit === "" ? String(count) : `${count} ${unit}${count === 1 ? "" : "s"}`;
}
