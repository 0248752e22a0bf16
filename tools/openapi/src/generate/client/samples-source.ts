import { type Api, type MediaType, type NamedExample, type Operation, successOf } from "../../model/api.ts";
import { camelCase } from "../../model/names.ts";
import { generatedHeader } from "../generated-file.ts";
import { commentSource, freeName, keySource, valueSource } from "../source-text.ts";

/** Generates the description's body examples by schema and name, and the first success of each operation. */
export function samplesSource(api: Api, command: string): string {
  const bySchema = Map.groupBy(allContent(api), ({ schemaName }) => schemaName ?? "");
  const groups = Object.keys(api.schemas).flatMap((name) => {
    const examples = uniqueExamples((bySchema.get(name) ?? []).flatMap((content) => content.examples));
    return examples.size === 0 ? [] : [groupSource(name, examples)];
  });
  const successes = api.operations.map((operation) => {
    const fields = successFields(operation).map(([name, source]) => `${name}: ${source}`);
    return `  ${keySource(operation.operationId)}: { ${fields.join(", ")} },\n`;
  });
  return `${generatedHeader(command)}
import type * as types from "@compute-host/types";
import type { FakeResponse } from "./fake-response.ts";

/** The examples of the spec, by schema and name. */
export const samples = {
${groups.join("")}} as const;

/** The success of each operation, with the first example that the spec shows of its body. */
export const successSamples: Readonly<Record<types.OperationId, FakeResponse>> = {
${successes.join("")}};
`;
}

/** The members of a sample: the status, the header fields that have a value, and the body. */
function successFields(operation: Operation): (readonly [name: string, source: string])[] {
  const { status, content, headers } = successOf(operation);
  const fields = headers.flatMap(({ name, examples, isRequired }) => {
    const value = examples[0]?.value ?? (isRequired ? name : undefined);
    return value === undefined || name.toLowerCase() === "x-request-id" ? [] : [[name, String(value)]];
  });
  const value = content[0]?.examples[0]?.value;
  return [
    ["status", status],
    ...(fields.length === 0 ? [] : [["headers", valueSource(Object.fromEntries(fields))] as const]),
    ...(value === undefined ? [] : [["body", indented(value)] as const]),
  ];
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
