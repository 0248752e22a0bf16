import type { ErrorObject } from "ajv";
import type { Exchange } from "../http/exchange.ts";
import type { ApiSpec } from "../spec/api-spec.ts";
import type { DocumentedHeader, DocumentedResponse } from "../spec/operations.ts";
import type { Capability } from "../targets/capabilities.ts";
import type { CheckName, Violation } from "./check-names.ts";

/** What a case knows about the answer that it asked for. */
export interface Expectation {
  /** Whether the case asked for a 5xx; any other 5xx is a failure of the service. @default false */
  readonly isServerErrorExpected?: boolean;
  /** The longest that an answer may take. */
  readonly maxResponseMs: number;
  /** Whether the target writes its problems itself; a mock sends the examples'. */
  readonly writesOwnProblems: boolean;
}

type ResponseCheck = (spec: ApiSpec, exchange: Exchange, expectation: Expectation) => string[];

/** The checks that every answer has to pass, whatever the case. */
export const responseChecks: Partial<Record<CheckName, ResponseCheck>> = {
  not_a_server_error: (_spec, { status }, { isServerErrorExpected = false }) =>
    status >= 500 && !isServerErrorExpected ? [`the service failed with ${status}`] : [],

  status_code_conformance: (spec, { operation, status }) =>
    spec.response(operation, status) && !(status < 400 && !documentsStatus(operation.responses, status))
      ? []
      : [`${status} is not documented for ${operation.operationId}`],

  content_type_conformance: (spec, exchange) => {
    const documented = documentedResponse(spec, exchange).bodies.map((body) => body.contentType);
    const sent = mediaType(exchange);
    if (exchange.method === "HEAD" || documented.includes(sent)) return [];
    return [`content type ${sent || "(none)"} is not among ${documented.join(", ")}`];
  },

  response_headers_conformance: (spec, exchange) =>
    documentedResponse(spec, exchange).headers.flatMap((header) => checkHeader(spec, exchange, header)),

  response_schema_conformance: (spec, exchange) => {
    const response = documentedResponse(spec, exchange);
    const body = response.bodies.find((candidate) => candidate.contentType === mediaType(exchange));
    if (!body || exchange.method === "HEAD") return [];
    if (exchange.json === undefined) return ["the body is not JSON"];
    const validate = spec.validator(body.schemaPointer);
    return validate(exchange.json) ? [] : (validate.errors ?? []).map(describe);
  },

  max_response_time: (_spec, { durationMs }, { maxResponseMs }) =>
    durationMs > maxResponseMs ? [`took ${Math.round(durationMs)} ms, more than ${maxResponseMs}`] : [],

  problem_describes_response: (spec, exchange, { writesOwnProblems }) =>
    writesOwnProblems && mediaType(exchange) === "application/problem+json"
      ? checkProblem(spec, exchange)
      : [],
};

/** What a target must be able to do for a response check to say anything; the others need nothing. */
export const responseCheckNeeds: Partial<Record<CheckName, Capability>> = {
  problem_describes_response: "writesOwnProblems",
};

/** Runs every response check on an answer. */
export function checkResponse(spec: ApiSpec, exchange: Exchange, expectation: Expectation): Violation[] {
  return Object.entries(responseChecks).flatMap(([check, run]) =>
    run(spec, exchange, expectation).map((message) => ({ check: check as CheckName, message })),
  );
}

function documentsStatus(responses: readonly DocumentedResponse[], status: number): boolean {
  return responses.some((response) => response.status === String(status));
}

const nothingDocumented: DocumentedResponse = { status: "none", headers: [], bodies: [] };

function documentedResponse(spec: ApiSpec, { operation, status }: Exchange): DocumentedResponse {
  return spec.response(operation, status) ?? nothingDocumented;
}

function mediaType({ headers }: Exchange): string {
  return (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function checkHeader(spec: ApiSpec, { headers }: Exchange, header: DocumentedHeader): string[] {
  const value = headers.get(header.name);
  if (value === null) return header.isRequired ? [`the header ${header.name} is missing`] : [];
  const isNumeric = header.type === "integer" || header.type === "number";
  const validate = spec.validator(header.schemaPointer);
  if (validate(isNumeric && value.trim() !== "" ? Number(value) : value)) return [];
  return (validate.errors ?? []).map((error) => `the header ${header.name} ${error.message}`);
}

function checkProblem(spec: ApiSpec, { status, headers, json, url }: Exchange): string[] {
  if (typeof json !== "object" || json === null) return [];
  const actual = json as Record<string, unknown>;
  const ofResponse = { status, requestId: headers.get("x-request-id"), instance: url.split("?", 1)[0] };
  const expected: Record<string, unknown> = { ...titleOfType(spec, actual.type), ...ofResponse };
  return Object.entries(expected)
    .filter(([member, value]) => actual[member] !== value)
    .map(([member, value]) => `the problem's ${member} is ${actual[member]}, not ${value}`);
}

/** The title that the spec's examples give a type of problem: it is the same every time. Other types are free. */
function titleOfType({ operations }: ApiSpec, type: unknown): { title?: unknown } {
  const bodies = operations.flatMap(({ responses }) => responses.flatMap((response) => response.bodies));
  const values = bodies.flatMap(({ examples }) =>
    examples.map(({ value }) => value as Record<string, unknown>),
  );
  const example = values.find((value) => value.type === type && type !== undefined);
  return example ? { title: example.title } : {};
}

function describe(error: ErrorObject): string {
  return `${error.instancePath || "the body"} ${error.message}`;
}
