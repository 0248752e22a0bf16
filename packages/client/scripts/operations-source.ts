import type { Content, Operation } from "./spec-document.ts";

/** The name of the schema of a JSON body. */
export function schemaName(content: Content | undefined): string | undefined {
  return content?.["application/json"]?.schema.$ref?.split("/").at(-1);
}

/** The name of the schema of an operation's success. */
export function responseSchemaName({ responses }: Operation): string {
  const success = responses.find(([status]) => status.startsWith("2"));
  return schemaName(success?.[1].content) ?? "unknown";
}

/** The source of `operations.gen.ts`: what the requester needs to know of each operation. */
export function operationsSource(operations: readonly Operation[]): string {
  const bodies = operations.map(({ body }) => schemaName(body)).filter((name) => name !== undefined);
  const union = (names: readonly string[]) =>
    [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ");
  const entries = operations.map((operation) => {
    const { operationId, method, path, body } = operation;
    const bodySchema = schemaName(body);
    const entry = {
      method,
      path,
      responseSchema: responseSchemaName(operation),
      ...(bodySchema && { bodySchema }),
    };
    return `  ${operationId}: ${JSON.stringify(entry)},\n`;
  });
  return `import type { OperationId } from "@compute-host/types";

/** An operation of the spec. */
export interface Operation {
  method: string;
  path: string;
  responseSchema: ${union(operations.map(responseSchemaName))};
  bodySchema?: ${union(bodies)};
}

/** Every operation of the spec. */
export const operations: Readonly<Record<OperationId, Operation>> = {
${entries.join("")}};
`;
}
