import { type Parameter, resolveSchema, type Schema } from "@compute-host/openapi";
import { nearMisses } from "../../data/mutators.ts";
import { uuidsOfEachKind } from "../../data/uuids.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { exampleOf } from "../examples.ts";

/** Returns texts that a parameter takes. */
export function validValues(api: ContractApi, parameter: Parameter): string[] {
  const schema = resolveSchema(api.document, parameter.schema);
  const known = knownValues(parameter, schema);
  if (known.length > 0) return known;
  const example = String(exampleOf(parameter));
  const { format } = schema;
  const isCaseFree = format === undefined || format === "uuid";
  const respelt = isCaseFree ? [example.toUpperCase(), example.toLowerCase()] : [];
  const uuids = format === "uuid" ? uuidsOfEachKind : [];
  return valuesOf([example, ...respelt, ...uuids, ...textsAtBounds(schema, 0)], (text) =>
    isValid(api, parameter, text),
  );
}

/** Returns texts that a parameter's schema refuses; empty if it takes any text. */
export function invalidValues(api: ContractApi, parameter: Parameter): string[] {
  const schema = resolveSchema(api.document, parameter.schema);
  const known = knownValues(parameter, schema);
  const isNumber = parameter.shape.kind === "integer" || parameter.shape.kind === "number";
  const near = [...known, ...(isNumber ? [String(exampleOf(parameter))] : [])].flatMap((value) => [
    `${value}x`,
    `x${value}`,
    `${value} `,
    `"${value}"`,
    `${value},${value}`,
    value.toUpperCase(),
    value.charAt(0).toUpperCase() + value.slice(1),
    value.slice(0, -1),
    ...(isNumber ? [`${value}.5`] : []),
  ]);
  // The first is one that every stack sees: some take an empty value as an absent one.
  const odd = ["no-value-of-it", "", " ", " true", "null", "undefined", "NaN", "1.5e", "[]", "{}"];
  const nearlyFlags = ["1", "0", "yes", "no", "on", "off", "t", "f", "y", "n"];
  const misses = nearMisses[String(schema.format)] ?? [];
  return valuesOf(
    [...odd, ...nearlyFlags, ...near, ...misses, ...textsAtBounds(schema, 1)],
    (text) => !isValid(api, parameter, text),
  );
}

function valuesOf(candidates: readonly string[], isWanted: (text: string) => boolean): string[] {
  return [...new Set(candidates)].filter(isWanted);
}

/** The values of an enum, or of a flag; empty if there are too many to list. */
function knownValues({ shape }: Parameter, schema: Schema): string[] {
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  return shape.kind === "boolean" ? ["true", "false"] : [];
}

/** Returns the shortest and the longest text, or the least and the greatest number, or what is that much beyond them. */
function textsAtBounds({ minLength, maxLength, minimum, maximum }: Schema, beyond: number): string[] {
  // What is absent becomes NaN.
  const lengths = [Number(minLength) - beyond, Number(maxLength) + beyond].filter((length) => length >= 0);
  const numbers = [Number(minimum) - beyond, Number(maximum) + beyond].filter((one) => !Number.isNaN(one));
  // A length counts code points; the second has two UTF-16 units.
  const characters = ["x", "\u{1F600}"];
  const texts = lengths.flatMap((length) => characters.map((character) => character.repeat(length)));
  return [...texts, ...numbers.map(String)];
}

function isValid(
  api: ContractApi,
  { name, pointer, schemaPointer, shape }: Parameter,
  text: string,
): boolean {
  const { kind } = shape;
  if (kind === "array")
    throw new Error(`${name} (${pointer}) is a list: add values of lists to cases/generic/query-values.ts.`);
  return api.validator(schemaPointer)(readers[kind](text));
}

/** How a value is read from its text, by its type; a text that is no such value stays a text. */
const readers: Readonly<Record<Exclude<Parameter["shape"]["kind"], "array">, (text: string) => unknown>> = {
  string: (text) => text,
  boolean: (text) => (text === "true" || text === "false" ? text === "true" : text),
  integer: asNumber,
  number: asNumber,
};

function asNumber(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
