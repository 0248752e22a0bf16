import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A dereferenced description, as far as it is walked through here. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly [key: string]: unknown;
}

interface DescribedOperation {
  readonly operationId?: string;
  readonly responses?: Readonly<Record<string, DescribedResponse>>;
}

interface DescribedResponse {
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, unknown>> }>>;
}

/** A response that the description promises. */
export interface Promised {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly examples: readonly string[];
}

/** Reads the dereferenced bundle of the spec's package. */
export async function readDescription(): Promise<Description> {
  const file = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.dereferenced.json"));
  return JSON.parse(await readFile(file, "utf8")) as Description;
}

/** Every response of every operation, with the names of its examples. */
export function promisedResponses({ paths }: Description): Promised[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, responses = {} }]) =>
      operationId === undefined
        ? []
        : Object.entries(responses).map(([status, { content = {} }]) => ({
            operationId,
            method: method.toUpperCase(),
            path,
            status,
            examples: Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)),
          })),
    ),
  );
}

/** The value of one named example of a response. */
export function exampleOf(
  { paths }: Description,
  operationId: string,
  status: string,
  name: string,
): Readonly<Record<string, unknown>> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const { responses = {} } = operations.find((operation) => operation.operationId === operationId) ?? {};
  for (const { examples = {} } of Object.values(responses[status]?.content ?? {})) {
    const { value } = (examples[name] ?? {}) as { value?: Record<string, unknown> };
    if (value !== undefined) return value;
  }
  throw new Error(`${operationId} ${status} has no example ${name}`);
}
