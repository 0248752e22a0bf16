import { walkAllSchemas } from "../model/all-schemas.ts";
import { type Api, heldIn, type Operation } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import { validatorsOf } from "../schema/ajv.ts";
import { type Json, listOf } from "../schema/json.ts";
import { pointerOf } from "../schema/pointer.ts";

/** A value that a schema should allow, and the pointers to both. */
interface Held {
  readonly value: Json | undefined;
  readonly pointer: string;
  readonly schemaPointer: string;
}

/**
 * Checks values against their schemas: examples, which the samples, the fake and the mock send; defaults,
 * which the service and the fake use; constants and the values of enums.
 */
export function wrongValues(api: Api): readonly DescriptionError[] {
  const validatorAt = validatorsOf(api.document);
  const held = [...valuesOfSchemas(api), ...api.operations.flatMap(examplesOf)];
  return held.flatMap(({ value, pointer, schemaPointer }) => {
    const validate = value === undefined ? undefined : validatorAt(schemaPointer);
    if (validate === undefined || validate(value)) return [];
    const { instancePath = "", message, params } = validate.errors?.[0] ?? {};
    const property = params?.additionalProperty;
    const at = instancePath + (property === undefined ? "" : pointerOf(String(property)));
    const what = `The value breaks its schema, as ${at || "it"} ${message}`;
    return [new DescriptionError(`${what}: correct the value, or the schema.`, pointer + at)];
  });
}

function valuesOfSchemas(api: Api): Held[] {
  const held: Held[] = [];
  walkAllSchemas(api, (schema, schemaPointer) => {
    const add = (value: Json | undefined, ...keys: (string | number)[]) =>
      held.push({ value, pointer: schemaPointer + pointerOf(...keys), schemaPointer });
    add(schema.default, "default");
    add(schema.const, "const");
    for (const key of ["enum", "examples"])
      for (const [index, value] of listOf(schema[key]).entries()) add(value, key, index);
  });
  return held;
}

function examplesOf(operation: Operation): Held[] {
  return heldIn(operation).flatMap(({ schemaPointer, examples }) =>
    examples.map(({ value, pointer }) => ({ value, pointer, schemaPointer })),
  );
}
