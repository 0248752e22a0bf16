/** The parts of an object schema that the mutators look at. */
export interface ObjectSchema extends Record<string, unknown> {
  readonly properties?: Record<string, PropertySchema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

interface PropertySchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A valid object and its schema; every mutator breaks another rule of it. */
export interface Specimen {
  readonly schema: ObjectSchema;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Makes values that should no longer fit, at most a few; none where the schema has no such rule. */
export type Mutator = (specimen: Specimen) => unknown[];

/** Replaces each property for which `replace` gives something; `undefined` leaves it. */
function eachProperty(replace: (property: PropertySchema) => unknown[]): Mutator {
  return ({ schema, value }) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      replace(property).map((replacement) => ({ ...value, [name]: replacement })),
    );
}

const wrongTypes: Readonly<Record<string, unknown[]>> = {
  string: [7, true, {}, ["text"]],
  number: ["7", false, {}],
  integer: ["7", 7.5, {}],
  boolean: ["true", 1],
  array: [{}, "text"],
  object: [[], "text"],
};

/**
 * The ways to make data invalid. Each of them keeps the rest of the value valid, so that the rule it breaks
 * is the only reason to refuse it.
 */
export const mutators = {
  replacesTheWhole: () => [[], "text", 7, true, null],
  wrapsTheWhole: ({ value }) => [[value]],
  changesAType: eachProperty(({ type }) => wrongTypes[type ?? ""] ?? []),
  setsNull: eachProperty(() => [null]),
  goesUnderTheLength: eachProperty(({ minLength = 0 }) => (minLength > 0 ? ["x".repeat(minLength - 1)] : [])),
  goesOverTheLength: eachProperty(({ maxLength }) =>
    maxLength === undefined ? [] : ["x".repeat(maxLength + 1), "\u{1F600}".repeat(maxLength + 1)],
  ),
  goesOverTheBounds: eachProperty(({ minimum, maximum }) => [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ]),
  breaksTheFormat: eachProperty(({ format }) =>
    format === undefined
      ? []
      : [
          "",
          "not-of-the-format",
          "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d1",
          "3f0c9a526b1e4f0f9d1c2a7c5e8b4d10zz",
        ],
  ),
  leavesTheEnum: eachProperty(({ enum: values }) =>
    values === undefined
      ? []
      : ["", ...values.map((known) => `${known}x`), ...values.map((known) => String(known).toUpperCase())],
  ),
  addsAProperty: ({ value }) =>
    ["unknown", "constructor", "ID"].map((name) => ({ ...value, [name]: "text" })),
  misspellsAProperty: ({ schema, value }) =>
    Object.keys(schema.properties ?? {}).map((name) => ({ ...value, [name.toUpperCase()]: "text" })),
  dropsARequired: ({ schema, value }) =>
    (schema.required ?? []).map((name) =>
      Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    ),
} as const satisfies Record<string, Mutator>;

/** The name of a mutator. */
export type MutatorName = keyof typeof mutators;

/** The values that a mutator makes and that the validator confirms to be invalid, each once. */
export function invalidData(
  name: MutatorName,
  specimen: Specimen,
  isValid: (value: unknown) => boolean,
): unknown[] {
  const made: Mutator = mutators[name];
  const distinct = new Map(made(specimen).map((value) => [JSON.stringify(value), value]));
  return [...distinct.values()].filter((value) => !isValid(value));
}
