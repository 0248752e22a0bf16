import type { Api, NamedExample } from "../../model/api.ts";
import { camelCase } from "../../model/names.ts";
import { commentSource, freeName, keySource, valueSource } from "../source-text.ts";

/** Generates the description's body examples by schema and name. */
export function samplesSource(api: Api): string {
  const content = api.operations.flatMap(({ responses, body }) =>
    [...responses, body].flatMap((holder) => holder?.content ?? []),
  );
  const bySchema = Map.groupBy(content, ({ schemaName }) => schemaName);
  const groups = Object.keys(api.schemas).flatMap((name) => {
    const examples = uniqueExamples((bySchema.get(name) ?? []).flatMap((one) => one.examples));
    return examples.size === 0 ? [] : [groupSource(name, examples)];
  });
  return `import type * as types from "@compute-host/types";

/** The examples of the spec, by schema and name. */
export const samples = {
${groups.join("")}} as const;
`;
}

/** Returns each example once, under the first name that an operation gives it, or another name if that is taken. */
function uniqueExamples(examples: readonly NamedExample[]): ReadonlyMap<string, NamedExample> {
  const found = new Map<string, NamedExample>();
  const seen = new Set<string>();
  for (const example of examples) {
    if (example.value === undefined) continue;
    const identity = example.componentName ?? JSON.stringify(example.value);
    if (seen.has(identity)) continue;
    seen.add(identity);
    const name = camelCase(example.name);
    const wanted = found.has(name) ? camelCase(example.componentName ?? `${name} ${found.size}`) : name;
    found.set(
      freeName(wanted, (taken) => found.has(taken)),
      example,
    );
  }
  return found;
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
