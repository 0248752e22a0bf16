import { type Parameter, resolveSchema, typesOf } from "@compute-host/openapi";
import { nearMisses } from "../../data/mutators.ts";
import { uuidsOfEachKind } from "../../data/uuids.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { exampleOf } from "../examples.ts";

/** Returns texts that a parameter takes. */
export function validValues(api: ContractApi, parameter: Parameter): string[] {
  const schema = resolveSchema(api.document, parameter.schema);
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  const example = String(exampleOf(parameter));
  if (schema.format !== "uuid") return [example];
  return [example, example.toUpperCase(), example.toLowerCase(), ...uuidsOfEachKind];
}

const oddTexts = [
  "",
  " ",
  "true ",
  " true",
  "no-value-of-it",
  "null",
  "undefined",
  "NaN",
  "1.5e",
  "[]",
  "{}",
];
const nearlyBooleans = ["1", "0", "yes", "no", "on", "off", "t", "f", "y", "n"];

/** Returns texts that a parameter's schema refuses. */
export function invalidValues(api: ContractApi, { schema: own, schemaPointer }: Parameter): string[] {
  const schema = resolveSchema(api.document, own);
  const known = Array.isArray(schema.enum) ? schema.enum.map(String) : [];
  const near = known.flatMap((value) => [
    `${value}x`,
    `x${value}`,
    `${value} `,
    `"${value}"`,
    `${value},${value}`,
    value.toUpperCase(),
    value.charAt(0).toUpperCase() + value.slice(1),
    value.slice(0, -1),
  ]);
  const bounds = [schema.minimum, schema.maximum].filter((bound) => typeof bound === "number");
  const outside = bounds.flatMap((bound) => [String(bound - 1), String(bound + 1)]);
  const candidates = [...oddTexts, ...near, ...outside, ...(nearMisses[String(schema.format)] ?? [])];
  if (known.includes("true")) candidates.push(...nearlyBooleans);
  const isValid = api.validator(schemaPointer);
  const types = typesOf(schema);
  return [...new Set(candidates)].filter(
    (text) => ![...valuesOf(text, types)].some((value) => isValid(value)),
  );
}

/** Yields the values that a query text may represent, by the types that its schema allows. */
function* valuesOf(text: string, types: readonly string[]): Generator<unknown> {
  yield text;
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);
  if (isNumber && (types.includes("number") || types.includes("integer"))) yield Number(text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) yield text === "true";
}
