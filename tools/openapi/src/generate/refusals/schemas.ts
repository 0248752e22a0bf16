import { walkAllSchemas } from "../../model/all-schemas.ts";
import type { Api, Schema } from "../../model/api.ts";
import { checkAll } from "../../model/check-all.ts";
import { sameValueReferences } from "../../model/cycles.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { saidValues } from "../../model/discriminators.ts";
import { isObject, listOf, objectOf } from "../../model/json.ts";
import { keysOf, pointerOf, valueAt } from "../../model/pointer.ts";
import type { Refusal } from "./refusal.ts";

/** What schemas may not have. */
export const schemaRefusals: readonly Refusal[] = [
  {
    construct: "Schemas that apply themselves to the same value",
    check({ document, schemas }) {
      for (const name of Object.keys(schemas)) {
        const start = pointerOf("components", "schemas", name);
        const way = wayBack(document, start);
        if (way === undefined) continue;
        const names = [...way, start].map((pointer) => keysOf(pointer).at(-1)).join(" -> ");
        const what = `The schema ${name} applies itself to the same value (${names}), so no check of it ends`;
        throw new DescriptionError(
          `${what}: refer to it in a property or in \`items\`, or remove the reference.`,
          start,
        );
      }
    },
  },
  {
    construct: "References to an anchor (`#name`)",
    check: ofEachSchema(({ $ref }, pointer) => {
      if ($ref === undefined || /^#(\/|$)/.test($ref)) return;
      const what = `The reference ${$ref} is not a JSON Pointer`;
      throw new DescriptionError(
        `${what}: write it as #/components/schemas/ and a name.`,
        pointer + pointerOf("$ref"),
      );
    }),
  },
  {
    construct: "Empty lists of schemas",
    check: ofEachSchema((schema, pointer) => {
      for (const keyword of ["allOf", "anyOf", "oneOf", "prefixItems"]) {
        const list = schema[keyword];
        if (!Array.isArray(list) || list.length > 0) continue;
        throw new DescriptionError(
          `\`${keyword}\` has no schema: add one, or remove it.`,
          pointer + pointerOf(keyword),
        );
      }
    }),
  },
  {
    construct: "A discriminator whose alternatives say other values",
    check: ofEachSchema((schema, pointer, api) => {
      const { propertyName } = objectOf(schema.discriminator);
      if (typeof propertyName !== "string") return;
      for (const alternative of ["anyOf", "oneOf"].flatMap((keyword) =>
        listOf(schema[keyword]).filter(isObject),
      )) {
        const name = referencedSchemaName(api, String(alternative.$ref));
        if (name === undefined) continue;
        const said = saidValues(api.document, alternative as Schema, propertyName);
        const meant = valuesMeant(api, schema, name);
        if (said.length === meant.length && meant.every((value) => said.includes(value))) continue;
        const values = meant.length === 1 ? `const: ${meant[0]}` : `enum: [${meant.join(", ")}]`;
        const what = `The discriminator finds ${name} by ${propertyName}, which the schema ${name} does not say`;
        throw new DescriptionError(
          `${what}: give the property \`${values}\`, or correct the mapping.`,
          pointer + pointerOf("discriminator"),
        );
      }
    }),
  },
];

/** The schemas on the way from one to itself by references that stay at the same value. */
function wayBack(document: Api["document"], start: string): string[] | undefined {
  const seen = new Set<string>();
  const follow = (pointer: string): string[] | undefined => {
    for (const reference of sameValueReferences(valueAt(document, pointer))) {
      const next = pointerOf(...keysOf(reference));
      if (next === start) return [pointer];
      if (seen.has(next)) continue;
      seen.add(next);
      const rest = follow(next);
      if (rest !== undefined) return [pointer, ...rest];
    }
    return undefined;
  };
  return follow(start);
}

/** Checks every schema. */
export function ofEachSchema(check: (schema: Schema, pointer: string, api: Api) => void): Refusal["check"] {
  return (api) => {
    const checks: (() => void)[] = [];
    walkAllSchemas(api, (schema, pointer) => void checks.push(() => check(schema, pointer, api)));
    checkAll(checks);
  };
}

/** The name of the schema in `components` that a reference leads to, or that the mapping of a discriminator names. */
function referencedSchemaName({ schemas, views }: Api, reference: string): string | undefined {
  const name = reference.startsWith("#/components/schemas/") ? keysOf(reference)[2] : reference;
  return name !== undefined && Object.hasOwn(schemas, name) ? (views[name]?.of ?? name) : undefined;
}

/** The values that lead to an alternative: those in the mapping, otherwise its name. */
function valuesMeant(api: Api, { discriminator }: Schema, name: string): string[] {
  const mapping = Object.entries(objectOf(objectOf(discriminator).mapping));
  const mapped = mapping.filter(([, reference]) => referencedSchemaName(api, String(reference)) === name);
  return mapped.length === 0 ? [name] : mapped.map(([value]) => value);
}
