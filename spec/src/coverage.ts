import type { Api, MediaType, NamedExample, Operation, Response } from "@compute-host/openapi";

/** The number of places that have something, out of all places that could. */
export interface Share {
  readonly covered: number;
  readonly total: number;
  /** The places that lack it, as readable names. */
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

interface ResponseBody {
  readonly name: string;
  readonly status: string;
  readonly content: MediaType;
}

/** Measures how completely a description documents the responses of each operation. */
export function measureCoverage({ operations }: Api): Coverage {
  const bodies = operations.flatMap(responseBodies);
  const successes = bodies.filter(({ status }) => status.startsWith("2"));
  const errors = bodies.filter(({ status }) => !status.startsWith("2"));
  const parameters = operations.flatMap(({ operationId, parameters: own }) =>
    own.map((parameter) => ({ name: `${operationId} ${parameter.name}`, parameter })),
  );
  const named = operations.map(({ operationId, responses }) => ({ name: operationId, responses }));
  return {
    "2xx bodies with example": share(successes, ({ content }) => hasExample(content)),
    "error bodies with example": share(errors, ({ content }) => hasExample(content)),
    "errors as problem+json": share(
      errors,
      ({ content }) => content.mediaType === "application/problem+json",
    ),
    "parameters described": share(parameters, ({ parameter }) => parameter.description !== ""),
    "parameters with example": share(parameters, ({ parameter }) => hasExample(parameter)),
    "401 on every operation": share(named, ({ responses }) => hasStatus(responses, "401")),
    "default on every operation": share(named, ({ responses }) => hasStatus(responses, "default")),
  };
}

/** Returns the share in percent; 100 for a description without such places. */
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

function responseBodies({ operationId, responses }: Operation): ResponseBody[] {
  return responses.flatMap(({ status, content }) =>
    content.map((media) => ({ name: `${operationId} ${status} ${media.mediaType}`, status, content: media })),
  );
}

function hasExample({ examples }: { readonly examples: readonly NamedExample[] }): boolean {
  return examples.length > 0;
}

function hasStatus(responses: readonly Response[], wanted: string): boolean {
  return responses.some(({ status }) => status === wanted);
}
