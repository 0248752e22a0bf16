import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { ajvOptions, forAjv } from "../model/ajv.ts";
import { walkAllSchemas } from "../model/all-schemas.ts";
import type { Api, NamedExample, Operation } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import { pointerOf } from "../model/pointer.ts";

/**
 * Compares examples, which samples, the fake and the mock send, and defaults, which the service and the fake fill in, with their
 * schemas.
 */
export function wrongExamples(api: Api): readonly DescriptionError[] {
  const validatorAt = createValidators(api);
  const defaults: DescriptionError[] = [];
  walkAllSchemas(api, (schema, pointer) => {
    if (schema.default !== undefined)
      defaults.push(...wrongDefault(schema.default, pointer, validatorAt(pointer)));
  });
  const examples = api.operations.flatMap(exampledParts).flatMap((part) => {
    const { examples, schemaPointer } = part;
    return examples.flatMap((example) => wrongExample(example, validatorAt(schemaPointer)));
  });
  return [...defaults, ...examples];
}

function wrongDefault(value: unknown, pointer: string, validate: ValidateFunction): DescriptionError[] {
  if (validate(value)) return [];
  const what = `The default breaks its schema, as it ${validate.errors?.[0]?.message}`;
  return [
    new DescriptionError(`${what}: correct the default, or the schema.`, pointer + pointerOf("default")),
  ];
}

function wrongExample({ value, pointer }: NamedExample, validate: ValidateFunction): DescriptionError[] {
  if (value === undefined || validate(value)) return [];
  const { instancePath = "", message, params } = validate.errors?.[0] ?? {};
  const property = params?.additionalProperty;
  const at = instancePath + (property === undefined ? "" : pointerOf(String(property)));
  const what = `The example breaks its schema, as ${at || "it"} ${message}`;
  return [new DescriptionError(`${what}: correct the example, or the schema.`, pointer + at)];
}

interface Exampled {
  readonly schemaPointer: string;
  readonly examples: readonly NamedExample[];
}

/** Everything of an operation that has examples. */
function exampledParts({ parameters, body, responses }: Operation): Exampled[] {
  const content = [...(body?.content ?? []), ...responses.flatMap((response) => response.content)];
  return [...parameters, ...responses.flatMap(({ headers }) => headers), ...content];
}

function createValidators({ document }: Api): (schemaPointer: string) => ValidateFunction {
  const ajv = new Ajv2020(ajvOptions).addSchema(forAjv(document), "openapi");
  const known = new Map<string, ValidateFunction>();
  return (schemaPointer) => {
    const validate = known.get(schemaPointer) ?? ajv.compile({ $ref: `openapi#${encodeURI(schemaPointer)}` });
    known.set(schemaPointer, validate);
    return validate;
  };
}
