import type { Api, Schema } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { isObject, type Json, listOf, objectOf } from "../../model/json.ts";
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
];

/** The schemas on the way from one to itself by references that stay at the same value. */
function wayBack(document: Api["document"], start: string): string[] | undefined {
  const seen = new Set<string>();
  const follow = (pointer: string): string[] | undefined => {
    for (const next of referencesOf(valueAt(document, pointer))) {
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

/** The schemas that a schema applies to the value that it describes itself (JSON Schema 2020-12, section 10.2). */
function referencesOf(value: Json | undefined): string[] {
  if (!isObject(value)) return [];
  const {
    $ref,
    allOf,
    anyOf,
    oneOf,
    not,
    if: condition,
    then,
    else: otherwise,
    dependentSchemas,
  } = value as Schema;
  const inner = [
    ...[allOf, anyOf, oneOf].flatMap((list) => listOf(list)),
    ...[not, condition, then, otherwise],
    ...Object.values(objectOf(dependentSchemas)),
  ];
  const own = typeof $ref === "string" ? [pointerOf(...keysOf($ref))] : [];
  return [...own, ...inner.flatMap((one) => referencesOf(one as Json | undefined))];
}
