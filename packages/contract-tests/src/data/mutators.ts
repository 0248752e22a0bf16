/** The parts of an object schema that the mutators use. */
export interface ObjectSchema extends Readonly<Record<string, unknown>> {
  readonly properties?: Readonly<Record<string, PropertySchema>>;
}

/** The parts of a property's schema that generated data depends on: every one is a text. */
export interface PropertySchema {
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
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

/** A boolean is a number in some languages, and a number a boolean. */
const noTexts = [7, 0, true, false, {}, [], ["text"], { text: "text" }];

const emoji = "\u{1F600}";

const uuid = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

/** Values that look like a format but do not match it. */
export const nearMisses: Readonly<Record<string, readonly string[]>> = {
  uuid: [
    "",
    " ",
    "not-of-the-format",
    "3f0c9a526b1e4f0f9d1c2a7c5e8b4d10",
    "3f0c9a52_6b1e_4f0f_9d1c_2a7c5e8b4d10",
    "3f0c9a5-26b1e-4f0f-9d1c-2a7c5e8b4d10",
    "3g0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
    "-3f0c9a52-6b1e-4f0f-9d1c2a7c5e8b4d10",
    uuid.slice(0, -1),
    `{${uuid}}`,
    `urn:uuid:${uuid}`,
    ...["0", "\n", " ", "-suffix"].map((end) => uuid + end),
    `x${uuid}`,
    ` ${uuid}`,
    `\u0663${uuid.slice(1)}`,
  ],
};

/** The ways to make data invalid by description; each breaks exactly one rule. */
export const mutators: Readonly<Record<string, Mutator>> = {
  "another value in place of the object": ({ value }) => [
    [],
    [{}],
    [value],
    "text",
    "",
    7,
    0,
    true,
    false,
    null,
  ],
  "a property of another type": eachProperty(() => noTexts),
  "a null property": eachProperty(() => [null]),
  "a text that is too short": eachProperty(({ minLength = 0 }) =>
    minLength > 0 ? ["x".repeat(minLength - 1)] : [],
  ),
  "a text that is too long": eachProperty(({ maxLength }) =>
    maxLength === undefined
      ? []
      : [
          ...["x", emoji, "é", " "].map((character) => character.repeat(maxLength + 1)),
          `${"x".repeat(maxLength)} `,
          ` ${"x".repeat(maxLength)}`,
          "x".repeat(maxLength * 4),
          "e\u0301".repeat(Math.ceil((maxLength + 1) / 2)),
          "x".repeat(5_000),
        ],
  ),
  "a text in the wrong format": eachProperty(({ format = "" }) => nearMisses[format] ?? []),
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
