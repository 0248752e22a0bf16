import {
  type Json,
  jsonContentOf,
  type MediaType,
  type Operation,
  type ParameterPlace,
  successesOf,
} from "@compute-host/openapi/model";
import { validData } from "../../data/valid-data.ts";
import { type WrittenBody, writeBody } from "../../data/write-body.ts";
import type { ContractRequest } from "../../http/exchange.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { decidesNothing } from "../../openapi/rules.ts";
import { type CaseContext, type Fixtures, LeftOutError, type PathValues } from "../contract-case.ts";
import { exampleOf } from "../fixtures.ts";

/** Creates a request for an existing record that only reads it or does not change it. */
export async function requestOnExisting(
  context: CaseContext,
  operation: Operation,
): Promise<ContractRequest> {
  return plainRequest(context, operation, await context.fixtures.existing(context, operation));
}

/** Creates a request for a record that may be changed, because a wrong service may do what it should refuse. */
export async function requestOnChangeable(
  context: CaseContext,
  operation: Operation,
): Promise<ContractRequest> {
  return plainRequest(context, operation, await context.fixtures.changeable(context, operation));
}

/** Creates a request for a record that does not exist. */
export function requestOnMissing(context: CaseContext, operation: Operation): ContractRequest {
  return plainRequest(context, operation, context.fixtures.missing(operation));
}

/** Creates the smallest valid request for an operation: required parameters, and a body that changes nothing. */
function plainRequest(
  { api, fixtures }: CaseContext,
  operation: Operation,
  path: PathValues,
): ContractRequest {
  const required = operation.parameters.filter(({ isRequired, in: place }) => isRequired && place !== "path");
  const valuesIn = (place: ParameterPlace) =>
    required
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, String(exampleOf(api, parameter))] as const);
  return {
    operation,
    path,
    query: valuesIn("query"),
    headers: Object.fromEntries(valuesIn("header")),
    ...plainBody(api, operation, fixtures),
  };
}

/** A body that changes nothing; of the first media type if none is JSON. */
function plainBody(
  api: ContractApi,
  operation: Operation,
  fixtures: Fixtures,
): Pick<ContractRequest, "json" | "rawBody" | "contentType"> {
  const [content] = operation.body?.content ?? [];
  const isJson = content === undefined || jsonContentOf(operation.body?.content) !== undefined;
  return isJson ? { json: fixtures.harmlessBody(api, operation) } : smallestBodyOf(api, content);
}

/** Returns a body of a media type: its example, or generated. */
export function smallestBodyOf(
  api: ContractApi,
  { mediaType, examples, schemaPointer }: MediaType,
): WrittenBody {
  const generated = () =>
    schemaPointer === undefined ? "contract" : (validData(api, api.schema(schemaPointer), 1) as Json);
  return writeBody(mediaType, examples[0]?.value ?? generated());
}

/**
 * Returns the statuses of an operation's successes; a range stands for all of its own. Without any, `default` covers them
 * (OpenAPI 3.1, section 4.8.16).
 */
export function successStatusesOf(operation: Operation): number[] {
  const documented = successesOf(operation).map(({ status }) => status);
  const isCovered = documented.length === 0 && operation.responses.some(({ status }) => status === "default");
  return (isCovered ? ["2XX"] : documented).flatMap((status) =>
    status === "2XX" ? Array.from({ length: 100 }, (_, index) => 200 + index) : [Number(status)],
  );
}

/** Whether an operation only reads. */
export function isSafe({ method }: Operation): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/**
 * Creates a request to be refused in any case. Uses a record only if a wrong service that accepts the request could
 * do no harm, because it only reads or the body changes nothing.
 */
export async function requestToRefuse(context: CaseContext, operation: Operation): Promise<ContractRequest> {
  const { api, target } = context;
  if (target.lacks.keepsState !== undefined) return requestOnMissing(context, operation);
  if (decidesNothing(api)) return requestToRefuseAnywhere(context, operation);
  return isSafe(operation) ? requestOnExisting(context, operation) : requestOnMissing(context, operation);
}

/** The same for a service of which only the description is known. */
async function requestToRefuseAnywhere(context: CaseContext, operation: Operation): Promise<ContractRequest> {
  const { mayChange, deletesRecords } = context.target.lacks;
  const isDeletion = isDestructive(operation, context.api.document);
  if (!isSafe(operation) && !isDeletion && mayChange === undefined) {
    return requestOnChangeable(context, operation);
  }
  // What acts on a whole collection, or creates what is missing, could do so in a wrong service.
  const isHarmless = isSafe(operation) || (operation.path.includes("{") && operation.method !== "PUT");
  if (!isHarmless) throw new LeftOutError((isDeletion ? deletesRecords : mayChange) ?? "It may do harm");
  if (!isSafe(operation)) return requestOnMissing(context, operation);
  return requestOnExisting(context, operation).catch((error: unknown) => {
    if (error instanceof LeftOutError) return requestOnMissing(context, operation);
    throw error;
  });
}

/** Whether an operation may destroy a record, by its method or because the description says so. */
export function isDestructive(operation: Operation, document: Readonly<Record<string, unknown>>): boolean {
  const paths = (document.paths ?? {}) as Record<string, Record<string, Record<string, unknown> | undefined>>;
  const described = paths[operation.path]?.[operation.method.toLowerCase()];
  return operation.method === "DELETE" || described?.["x-destructive"] === true;
}
