import {
  type Json,
  jsonContentOf,
  type Operation,
  type Parameter,
  parametersIn,
} from "@compute-host/openapi/model";
import { validData } from "../data/valid-data.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import { type Fixtures, LeftOutError, type PathValues } from "./contract-case.ts";

/** Fixtures from the description only: examples of parameters and bodies, or generated values. */
export const describedFixtures: Fixtures = {
  ids: async () => [],
  async existing({ api, target }, operation) {
    if (parametersIn(operation, "path").length > 0 && target.lacks.keepsState === undefined) {
      throw new LeftOutError("The description is the only source of records, and it only has examples");
    }
    return examplePath(api, operation);
  },
  changeable: (context, operation) => describedFixtures.existing(context, operation),
  missing: (operation) =>
    Object.fromEntries(parametersIn(operation, "path").map(({ name }) => [name, "no-such-record"])),
  harmlessBody: (api, { body }) => {
    const content = jsonContentOf(body?.content);
    if (!content?.schemaPointer) return undefined;
    return content.examples[0]?.value ?? (validData(api, api.schema(content.schemaPointer), 1) as Json);
  },
  reversible: (_context, _path, body) => body,
  refusing: (_context, _path, send) => send(),
  restoring: (_context, _path, run) => run(),
};

/** Returns the path parameters' examples. */
export function examplePath(api: ContractApi, operation: Operation): PathValues {
  return Object.fromEntries(
    parametersIn(operation, "path").map((parameter) => [parameter.name, String(exampleOf(api, parameter))]),
  );
}

/** Returns a valid value for a parameter: its example, its first known value, or a generated one. */
export function exampleOf(api: ContractApi, { examples, schema, schemaPointer }: Parameter): Json {
  const [value] = [
    ...examples.map((example) => example.value),
    ...(Array.isArray(schema.enum) ? schema.enum : []),
  ];
  return value ?? (validData(api, api.schema(schemaPointer), 1) as Json);
}
