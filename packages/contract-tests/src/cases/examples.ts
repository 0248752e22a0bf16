import { type Json, type Operation, type Parameter, parametersIn } from "@compute-host/openapi";
import type { PathValues } from "./contract-case.ts";

/** Returns the path parameters' examples. */
export function examplePath(operation: Operation): PathValues {
  return Object.fromEntries(
    parametersIn(operation, "path").map((parameter) => [parameter.name, String(exampleOf(parameter))]),
  );
}

/**
 * Returns a valid value for a parameter: its example, or its first known value.
 *
 * @throws Error if it has neither
 */
export function exampleOf({ name, examples, schema }: Parameter): Json {
  const known = Array.isArray(schema.enum) ? schema.enum : [];
  const [value] = [...examples.map((example) => example.value), ...known];
  if (value === undefined) throw new Error(`The parameter ${name} needs an example.`);
  return value;
}
