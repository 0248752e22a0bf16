import {
  type JsonObject,
  listOf,
  type Operation,
  objectOf,
  operationsOf,
  resolveRef,
} from "./openapi-document.ts";

/** How many of the places that could carry something do. */
export interface Share {
  readonly covered: number;
  readonly total: number;
  /** The places that lack it, named for people. */
  readonly missing: readonly string[];
}

/** Coverage of a description, one share for each column of the table. */
export interface Coverage {
  readonly "2xx bodies with example": Share;
  readonly "error bodies with example": Share;
  readonly "errors as problem+json": Share;
  readonly "parameters described": Share;
  readonly "parameters with example": Share;
  readonly "401 on every operation": Share;
  readonly "default on every operation": Share;
}

interface Body {
  readonly name: string;
  readonly status: string;
  readonly mediaType: string;
  readonly value: JsonObject;
}

/** Measures how completely a description tells its readers what comes back, operation by operation. */
export function measureCoverage(document: JsonObject): Coverage {
  const operations = operationsOf(document);
  const bodies = operations.flatMap((operation) => responseBodies(document, operation));
  const successes = bodies.filter(({ status }) => status.startsWith("2"));
  const errors = bodies.filter(({ status }) => !status.startsWith("2"));
  const parameters = operations.flatMap((operation) =>
    operation.parameters.map((value) => ({ name: `${operation.operationId} ${value.name}`, value })),
  );
  const statuses = operations.map(({ operationId, value }) => ({
    name: operationId,
    value: objectOf(value.responses),
  }));
  return {
    "2xx bodies with example": share(successes, ({ value }) => hasExample(value)),
    "error bodies with example": share(errors, ({ value }) => hasExample(value)),
    "errors as problem+json": share(errors, ({ mediaType }) => mediaType === "application/problem+json"),
    "parameters described": share(parameters, ({ value }) => String(value.description ?? "").trim() !== ""),
    "parameters with example": share(parameters, ({ value }) => hasExample(value)),
    "401 on every operation": share(statuses, ({ value }) => "401" in value),
    "default on every operation": share(statuses, ({ value }) => "default" in value),
  };
}

/** The share in per cent; a description without such places has 100. */
export function percent({ covered, total }: Share): number {
  return total === 0 ? 100 : Math.round((covered / total) * 100);
}

function share<T extends { readonly name: string }>(
  places: readonly T[],
  covers: (place: T) => boolean,
): Share {
  const missing = places.filter((place) => !covers(place)).map((place) => place.name);
  return { covered: places.length - missing.length, total: places.length, missing };
}

function responseBodies(document: JsonObject, { operationId, value }: Operation): Body[] {
  return Object.entries(objectOf(value.responses)).flatMap(([status, response]) =>
    Object.entries(objectOf(resolveRef(document, response).content)).map(([mediaType, content]) => ({
      name: `${operationId} ${status} ${mediaType}`,
      status,
      mediaType,
      value: objectOf(content),
    })),
  );
}

function hasExample(value: JsonObject): boolean {
  const inSchema = objectOf(value.schema);
  return (
    value.example !== undefined ||
    Object.keys(objectOf(value.examples)).length > 0 ||
    inSchema.example !== undefined ||
    listOf(inSchema.examples).length > 0
  );
}
