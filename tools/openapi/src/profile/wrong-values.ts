import { walkAllSchemas } from "../model/all-schemas.ts";
import { type Api, heldIn } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import { validatorsOf } from "../schema/ajv.ts";
import { type Json, listOf } from "../schema/json.ts";
import { pointerOf } from "../schema/pointer.ts";

/**
 * Checks values against their schemas: examples, which the samples, the fake and the mock send; defaults,
 * which the service and the fake use; constants and the values of enums.
 */
export function wrongValues(api: Api): readonly DescriptionError[] {
  const validatorAt = validatorsOf(api.document);
  const errors: DescriptionError[] = [];
  function check(value: Json | undefined, pointer: string, schemaPointer: string): void {
    if (value === undefined) return;
    const validate = validatorAt(schemaPointer);
    if (validate(value)) return;
    const { instancePath = "", message, params } = validate.errors?.[0] ?? {};
    const property = params?.additionalProperty;
    const at = instancePath + (property === undefined ? "" : pointerOf(String(property)));
    const what = `The value breaks its schema, as ${at || "it"} ${message}`;
    errors.push(new DescriptionError(`${what}: correct the value, or the schema.`, pointer + at));
  }
  walkAllSchemas(api, (schema, place) => {
    for (const key of ["default", "const"]) check(schema[key], place + pointerOf(key), place);
    for (const key of ["enum", "examples"])
      for (const [index, value] of listOf(schema[key]).entries())
        check(value, place + pointerOf(key, index), place);
  });
  for (const { schemaPointer, examples } of api.operations.flatMap(heldIn))
    for (const { value, pointer } of examples) check(value, pointer, schemaPointer);
  return errors;
}
