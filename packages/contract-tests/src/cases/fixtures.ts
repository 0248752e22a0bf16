import {
  type Json,
  jsonContentOf,
  type Operation,
  type Parameter,
  parametersIn,
} from "@compute-host/openapi/model";
import { type Fixtures, LeftOutError, type PathValues } from "./contract-case.ts";

/** Fixtures from the description only: examples of parameters and bodies, and nothing else. */
export const describedFixtures: Fixtures = {
  ids: async () => [],
  async existing({ target }, operation) {
    if (parametersIn(operation, "path").length > 0 && target.lacks.keepsState === undefined) {
      throw new LeftOutError("The description is the only source of records, and it only has examples");
    }
    return examplePath(operation);
  },
  changeable: (context, operation) => describedFixtures.existing(context, operation),
  missing: (operation) =>
    Object.fromEntries(parametersIn(operation, "path").map(({ name }) => [name, "no-such-record"])),
  harmlessBody: ({ body }) => jsonContentOf(body?.content)?.examples[0]?.value,
  reversible: (_context, _path, body) => body,
  refusing: (_context, _path, send) => send(),
  restoring: (_context, _path, run) => run(),
};

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
