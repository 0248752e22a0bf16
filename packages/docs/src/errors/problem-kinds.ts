import { type Api, isObject, type Json, type JsonObject, walkObjects } from "@compute-host/openapi";
import { type CatalogueEntry, catalogue } from "./catalogue.ts";

/** A kind of problem, as the spec shows it and the catalogue explains it. */
export interface ProblemKind extends CatalogueEntry {
  /** The last part of its `type`, such as `name-taken`. */
  readonly name: string;
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** An example of the spec. */
  readonly example: JsonObject;
  /** The operations that list it, each with the status it is listed under. */
  readonly operations: readonly {
    readonly operationId: string;
    readonly summary: string;
    readonly status: string;
  }[];
}

/**
 * The kinds of problems, by status.
 *
 * @throws Error if the catalogue and the examples of the spec do not have the same kinds
 */
export function problemKinds(api: Api): ProblemKind[] {
  const examples = new Map<string, JsonObject>();
  walkObjects(api.document, (object) => {
    const { type } = object;
    if (typeof type === "string" && type.startsWith("/problems/") && !examples.has(type))
      examples.set(type, object);
  });
  const unknown = Object.keys(catalogue).filter((name) => !examples.has(`/problems/${name}`));
  if (unknown.length > 0) throw new Error(`The spec has no example of ${unknown.join(", ")}.`);
  return [...examples]
    .map(([type, example]) => problemKind(api, type, example))
    .toSorted((a, b) => a.status - b.status || (a.name < b.name ? -1 : 1));
}

function problemKind(api: Api, type: string, example: JsonObject): ProblemKind {
  const name = type.replace("/problems/", "");
  const entry = catalogue[name];
  if (entry === undefined) throw new Error(`The catalogue of errors does not explain ${name}.`);
  return {
    ...entry,
    name,
    type,
    title: String(example.title),
    status: Number(example.status),
    example,
    operations: operationsWith(api, type),
  };
}

function operationsWith({ operations }: Api, type: string): ProblemKind["operations"] {
  return operations.flatMap(({ operationId, summary, responses }) =>
    responses
      .filter(({ content }) =>
        content.some(({ examples }) => examples.some(({ value }) => problemType(value) === type)),
      )
      .map(({ status }) => ({ operationId, summary, status })),
  );
}

function problemType(value: Json | undefined): Json | undefined {
  return isObject(value) ? value.type : undefined;
}
