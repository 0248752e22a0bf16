import { type Api, type MediaType, type NamedExample, successOf } from "../../model/api.ts";
import { camelCase } from "../../model/names.ts";
import { generatedHeader } from "../generated-file.ts";
import { commentSource, freeName, keySource, valueSource } from "../source-text.ts";
import { typeNamesOf } from "../types/type-names.ts";

/** Generates the description's body examples by schema and name, and the first success of each operation. */
export function samplesSource(api: Api, command: string): string {
  const names = typeNamesOf(Object.keys(api.schemas));
  const bySchema = Map.groupBy(allContent(api), ({ schemaName }) => schemaName ?? "");
  const groups = [...names].flatMap(([schemaName, typeName]) => {
    const examples = uniqueExamples((bySchema.get(schemaName) ?? []).flatMap((content) => content.examples));
    return examples.size === 0 ? [] : [groupSource(typeName, examples)];
  });
  const successes = api.operations.map((operation) => {
    const { status, content } = successOf(operation);
    const [example] = content[0]?.examples ?? [];
    const body = example?.value === undefined ? "" : `, body: ${indented(example.value)}`;
    return `  ${keySource(operation.operationId)}: { status: ${status.replace("XX", "00")}${body} },\n`;
  });
  return `${generatedHeader(command)}
import type * as types from "@compute-host/types";

/** The examples of the spec, by schema and name. */
export const samples = {
${groups.join("")}} as const;

/** The success of each operation, with the first example that the spec shows of its body. */
export const successSamples: Readonly<Record<types.OperationId, { status: number; body?: unknown }>> = {
${successes.join("")}};
`;
}

function allContent({ operations }: Api): MediaType[] {
  return operations.flatMap((operation) => [
    ...operation.responses.flatMap(({ content }) => content),
    ...(operation.body?.content ?? []),
  ]);
}

/** Returns each example once, under the first name an operation gives it, or another one if that name is taken. */
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

function indented(value: unknown, indent = "  "): string {
  return valueSource(value, 2).replaceAll("\n", `\n${indent}`);
}
