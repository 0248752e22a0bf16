/** The parts of an object schema that the mutators use. */
export interface ObjectSchema extends Readonly<Record<string, unknown>> {
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** The parts of a property's schema that generated data depends on. */
export interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A valid object and its schema; every mutator breaks a different rule. */
export interface Specimen {
  readonly schema: ObjectSchema;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Returns a few values that should no longer fit; empty if the schema has no such rule. */
type Mutator = (specimen: Specimen) => unknown[];

/** Replaces each property with the values that `replace` returns. */
function eachProperty(replace: (property: PropertySchema) => readonly unknown[]): Mutator {
  return ({ schema, value }) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      replace(property).map((replacement) => ({ ...value, [name]: replacement })),
    );
}

const wrongTypes: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, 0, true, false, {}, [], ["text"], { text: "text" }],
  // A boolean is a number in some languages, and a number a boolean.
  number: ["7", false, true, {}],
  integer: ["7", 7.5, true, {}],
  boolean: ["true", 1, 0],
  array: [{}, "text"],
  object: [[], "text"],
};

const emoji = "\u{1F600}";

/** Values that look like a format but do not match it. */
export const nearMisses: Readonly<Record<string, readonly string[]>> = {
  uuid: [
    "",
    " ",
    "not-of-the-format",
    "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d1",
    "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d100",
    "3f0c9a526b1e4f0f9d1c2a7c5e8b4d10",
    "{3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10}",
    "urn:uuid:3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
    "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10\n",
    " 3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
    "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10 ",
    "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10-suffix",
    "x3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
    "3f0c9a52_6b1e_4f0f_9d1c_2a7c5e8b4d10",
    "3f0c9a5-26b1e-4f0f-9d1c-2a7c5e8b4d10",
    "3g0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
    "-3f0c9a52-6b1e-4f0f-9d1c2a7c5e8b4d10",
    "\u0663f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
  ],
};

/** The ways to make data invalid by description; each breaks exactly one rule. */
export const mutators: Readonly<Record<string, Mutator>> = {
  "another value in place of the object": () => [[], [{}], "text", "", 7, 0, true, false, null],
  "the object in a list": ({ value }) => [[value]],
  "a property of another type": eachProperty(({ type }) =>
    [type ?? []].flat().flatMap((one) => wrongTypes[one] ?? []),
  ),
  "a null property": eachProperty(() => [null]),
  "a text that is too short": eachProperty(({ minLength = 0 }) =>
    minLength > 0 ? ["x".repeat(minLength - 1)] : [],
  ),
  "a text that is too long": eachProperty(({ maxLength }) =>
    maxLength === undefined
      ? []
      : [
          "x".repeat(maxLength + 1),
          emoji.repeat(maxLength + 1),
          "é".repeat(maxLength + 1),
          `${"x".repeat(maxLength)} `,
          ` ${"x".repeat(maxLength)}`,
          " ".repeat(maxLength + 1),
          "e\u0301".repeat(Math.ceil((maxLength + 1) / 2)),
          "x".repeat(maxLength * 4),
          "x".repeat(5_000),
        ],
  ),
  "a number out of its bounds": eachProperty(({ minimum, maximum }) => [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ]),
  "a text in the wrong format": eachProperty(({ format = "" }) =>
    format === "" ? [] : (nearMisses[format] ?? ["", "not-of-the-format"]),
  ),
  "a value that is not listed": eachProperty(({ enum: values }) =>
    values === undefined
      ? []
      : ["", ...values.flatMap((known) => [`${known}x`, ` ${known}`, String(known).toUpperCase()])],
  ),
  "an unknown property": ({ value }) => [
    ...["unknown", "constructor", "toString", "hasOwnProperty", "", "$ref"].map((name) => ({
      ...value,
      [name]: "text",
    })),
    { ...value, unknown: null },
    { ...value, unknown: {} },
  ],
  "a misspelled property": ({ schema, value }) =>
    Object.keys(schema.properties ?? {}).flatMap((name) =>
      [name.toUpperCase(), ` ${name}`, `${name}s`, name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)]
        .filter((other) => other !== name)
        .map((other) => ({ ...value, [other]: "text" })),
    ),
  "a missing property": ({ schema, value }) =>
    (schema.required ?? []).map((name) =>
      Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    ),
};

/** Returns the distinct values from a mutator that the validator confirms to be invalid. */
export function invalidData(
  name: string,
  specimen: Specimen,
  isValid: (value: unknown) => boolean,
): unknown[] {
  const made = mutators[name]?.(specimen) ?? [];
  const distinct = new Map(made.map((value) => [JSON.stringify(value), value]));
  return [...distinct.values()].filter((value) => !isValid(value));
}
