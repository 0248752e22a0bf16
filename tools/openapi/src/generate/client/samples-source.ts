import type { Api, NamedExample } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { camelCase, nameWithin } from "../../model/names.ts";
import { commentSource, keySource, valueSource } from "../source-text.ts";

/**
 * Generates the description's body examples by schema and name. A name depends on nothing but the example: that of
 * `components` without the words of the schema, its own in the operation, or the operationId if it has none.
 *
 * @throws DescriptionError if two different examples of a schema would have the same name
 */
export function samplesSource({ operations, schemas }: Api): string {
  const groups = new Map(Object.keys(schemas).map((name) => [name, new Map<string, NamedExample>()]));
  for (const { operationId, responses, body } of operations)
    for (const { schemaName, examples } of [...responses, body].flatMap((holder) => holder?.content ?? []))
      for (const example of examples) {
        const { componentName, name: written } = example;
        const own = camelCase(written === "example" ? operationId : written);
        const name = componentName === undefined ? own : nameWithin(componentName, schemaName);
        const group = groups.get(schemaName);
        const first = group?.get(name) ?? example;
        if (JSON.stringify(first.value) !== JSON.stringify(example.value)) {
          const what = `Two examples of ${schemaName} would be named ${name} in the samples`;
          throw new DescriptionError(`${what}: rename one, or refer to one.`, example.pointer);
        }
        group?.set(name, first);
      }
  const sources = [...groups].map(([name, group]) => (group.size === 0 ? "" : groupSource(name, group)));
  return `import type * as types from "@compute-host/types";

/** The examples of the spec, by schema and name. */
export const samples = {
${sources.join("")}} as const;
`;
}

function groupSource(typeName: string, examples: ReadonlyMap<string, NamedExample>): string {
  const fields = [...examples].map(([name, { summary, value }]) => {
    const comment = commentSource(summary === "" ? [] : [`${summary}.`], { indent: "    " });
    return `${comment}    ${keySource(name)}: ${indented(value, "    ")},\n`;
  });
  const keys = [...examples.keys()].map((name) => valueSource(name)).join(" | ");
  return `  ${typeName}: {\n${fields.join("")}  } as Readonly<Record<${keys}, types.${typeName}>>,\n`;
}

function indented(value: unknown, indent: string): string {
  return valueSource(value, 2).replaceAll("\n", `\n${indent}`);
}
