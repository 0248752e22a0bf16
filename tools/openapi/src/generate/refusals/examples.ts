import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { ajvOptions, forAjv } from "../../model/ajv.ts";
import { type Api, isJson, type NamedExample, type Operation } from "../../model/api.ts";
import { checkAll } from "../../model/check-all.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { pointerOf } from "../../model/pointer.ts";
import type { Refusal } from "./refusal.ts";
import { ofEachSchema } from "./schemas.ts";

/** Samples, the fake and the mock send examples; the service and the fake fill in defaults. */
export const exampleRefusals: readonly Refusal[] = [
  {
    construct: "Defaults that break their schema",
    check(api) {
      const validatorAt = createValidators(api);
      ofEachSchema((schema, pointer) => {
        if (schema.default !== undefined) checkDefault(schema.default, pointer, validatorAt(pointer));
      })(api);
    },
  },
  {
    construct: "Examples that break their schema",
    check(api) {
      const validatorAt = createValidators(api);
      const checks = api.operations.flatMap(exampledParts).flatMap(({ examples, schemaPointer }) => {
        if (schemaPointer === undefined) return [];
        return examples.map((example) => () => checkExample(example, validatorAt(schemaPointer)));
      });
      checkAll(checks);
    },
  },
];

function checkDefault(value: unknown, pointer: string, validate: ValidateFunction): void {
  if (validate(value)) return;
  const what = `The default breaks its schema, as it ${validate.errors?.[0]?.message}`;
  throw new DescriptionError(`${what}: correct the default, or the schema.`, pointer + pointerOf("default"));
}

function checkExample({ value, pointer }: NamedExample, validate: ValidateFunction): void {
  if (value === undefined || validate(value)) return;
  const { instancePath = "", message, params } = validate.errors?.[0] ?? {};
  const property = params?.additionalProperty ?? params?.unevaluatedProperty;
  const at = instancePath + (property === undefined ? "" : pointerOf(String(property)));
  const what = `The example breaks its schema, as ${at || "it"} ${message}`;
  throw new DescriptionError(`${what}: correct the example, or the schema.`, pointer + at);
}

interface Exampled {
  readonly schemaPointer: string | undefined;
  readonly examples: readonly NamedExample[];
}

/** Everything of an operation that has examples; of bodies only JSON, which is all that a JSON Schema describes. */
function exampledParts({ parameters, body, responses }: Operation): Exampled[] {
  const content = [...(body?.content ?? []), ...responses.flatMap((response) => response.content)];
  return [
    ...parameters,
    ...responses.flatMap(({ headers }) => headers),
    ...content.filter(({ mediaType }) => isJson(mediaType)),
  ];
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
