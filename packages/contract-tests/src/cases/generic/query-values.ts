import { type Parameter, resolveSchema } from "@compute-host/openapi";
import { nearMisses } from "../../data/mutators.ts";
import { uuidsOfEachKind } from "../../data/uuids.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { exampleOf } from "../examples.ts";

/** Returns texts that a parameter takes. */
export function validValues(api: ContractApi, parameter: Parameter): string[] {
  const schema = resolveSchema(api.document, parameter.schema);
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  const example = String(exampleOf(parameter));
  return [example, example.toUpperCase(), example.toLowerCase(), ...uuidsOfEachKind];
}

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
  const odd = ["", " ", " true", "no-value-of-it", "null", "undefined", "NaN", "1.5e", "[]", "{}"];
  const nearlyFlags = ["1", "0", "yes", "no", "on", "off", "t", "f", "y", "n"];
  const candidates = new Set([...odd, ...nearlyFlags, ...near, ...(nearMisses[String(schema.format)] ?? [])]);
  const isValid = api.validator(schemaPointer);
  return [...candidates].filter((text) => !isValid(text) && !known.includes(text));
}
