import {
  type Header,
  type Json,
  listOf,
  type MediaType,
  objectOf,
  orNull,
  type Response,
  resolveSchema,
  typesOf,
  valueAt,
} from "@compute-host/openapi";
import type { ErrorObject } from "ajv";
import type { Exchange } from "../http/exchange.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import type { RuleId } from "../openapi/rules.gen.ts";
import type { CheckName, Violation } from "./check-names.ts";

/** What a case expects of a response. */
export interface Expectation {
  /** Whether the case requested a 5xx; any other 5xx is a failure of the service. */
  readonly isServerErrorExpected: boolean;
  /** The maximum duration of a response. */
  readonly maxResponseMs: number;
  /** Whether the target creates its own problems; a mock sends those of the examples. */
  readonly writesOwnProblems: boolean;
}

/** The rules of header fields, by name. */
const headerRules: Readonly<Record<string, RuleId>> = {
  "x-request-id": "X-Request-Id#1",
  "retry-after": "Retry-After#1",
  "www-authenticate": "WWW-Authenticate#1",
  allow: "Allow#1",
};

/** A violation, without the name of its check; without a rule, the response breaks that of {@link ruleOf}. */
type Found = Omit<Violation, "check" | "rule"> & Partial<Pick<Violation, "rule">>;

type ResponseCheck = (api: ContractApi, exchange: Exchange, expectation: Expectation) => (string | Found)[];

/** The checks that every response has to pass in any case. */
const responseChecks: Partial<Record<CheckName, ResponseCheck>> = {
  not_a_server_error: (_api, { status, operation, method }, { isServerErrorExpected }) =>
    status >= 500 && !isServerErrorExpected
      ? [{ message: `the service failed with ${status}`, rule: failedRule({ operation, method }) }]
      : [],

  status_code_conformance: (api, { operation, status }) => {
    const documented = api.response(operation, status);
    const isCovered = status >= 400 || documented?.status !== "default";
    return documented !== undefined && isCovered
      ? []
      : [`${status} is not documented for ${operation.operationId}`];
  },

  content_type_conformance: (api, exchange) => {
    const response = api.response(exchange.operation, exchange.status);
    const documented = response?.content?.mediaType;
    const sent = mediaTypeOf(exchange.headers.get("content-type") ?? "");
    if (!response || exchange.method === "HEAD" || sent === documented) return [];
    if (documented === undefined)
      return exchange.text === "" ? [] : ["there is a body, but none is documented"];
    return [`the content type is ${sent || "missing"}, not ${documented}`];
  },

  response_headers_conformance: (api, exchange) =>
    (api.response(exchange.operation, exchange.status)?.headers ?? []).flatMap((header) => {
      const rule = headerRules[header.name.toLowerCase()];
      return checkHeader(api, exchange, header).map((message) => ({ message, ...(rule && { rule }) }));
    }),

  response_schema_conformance: (api, exchange) => {
    const content = contentOf(api.response(exchange.operation, exchange.status), exchange);
    const pointer = content?.schemaPointer;
    if (content === undefined || pointer === undefined || exchange.method === "HEAD") return [];
    if (!exchange.isUtf8) return ["the body is not UTF-8 (RFC 8259, section 8.1)"];
    if (exchange.text.startsWith("\ufeff"))
      return ["the body begins with a byte order mark (RFC 8259, section 8.1)"];
    return exchange.json === undefined ? ["the body is not JSON"] : invalidParts(api, pointer, exchange.json);
  },

  max_response_time: (_api, { durationMs }, { maxResponseMs }) =>
    durationMs > maxResponseMs
      ? [
          {
            message: `the response took ${Math.round(durationMs)} ms, more than the limit of ${maxResponseMs} ms`,
            rule: "--max-response-ms",
          },
        ]
      : [],

  problem_describes_response: (_api, exchange, { writesOwnProblems }) =>
    writesOwnProblems && exchange.method !== "HEAD" && isProblem(exchange) ? checkProblem(exchange) : [],
};

/** Runs every response check. */
export function checkResponse(
  api: ContractApi,
  exchange: Exchange,
  expectation: Expectation,
): readonly Violation[] {
  return Object.entries(responseChecks).flatMap(([check, run]) =>
    run(api, exchange, expectation).map((found): Violation => {
      const own = typeof found === "string" ? { message: found } : found;
      return { check: check as CheckName, rule: ruleOf(exchange), ...own };
    }),
  );
}

/** The statuses that send a client to another address (RFC 9110, section 15.4). */
export const redirects = [301, 302, 303, 307, 308];

/**
 * Returns the rule that a response breaks, whatever its case is about: every error is a problem document, nothing
 * redirects, and the interface states what each success is, by its schema, or by its operation if the status is not
 * documented.
 */
export function ruleOf({ operation, method, status }: Exchange): RuleId {
  if (status >= 400) return "errors#1";
  if (redirects.includes(status)) return "methods-and-redirects#2";
  if (method !== operation.method) return "methods-and-redirects#1";
  const documented = operation.responses.find((response) => response.status === String(status));
  const schema = documented?.content?.schemaPointer.split("/").at(-1);
  return (schema ?? operation.operationId) as RuleId;
}

/** Returns the rule that a failure breaks: the operation's own, or the one about methods that the path lacks. */
function failedRule({ operation, method }: Pick<Exchange, "operation" | "method">): RuleId {
  if (method === operation.method) return operation.operationId as RuleId;
  return method === "HEAD" ? "methods-and-redirects#1" : "errors#5";
}

/**
 * Returns the rule that documents a problem of a known type, if the response has another status than the description.
 */
export function knownProblemRule(api: ContractApi, exchange: Exchange): RuleId | undefined {
  const { type } = objectOf(exchange.json as Json);
  if (!isProblem(exchange)) return undefined;
  const examples = Object.values(objectOf(objectOf(api.document.components).examples));
  const known = examples.map((one) => objectOf(objectOf(one).value)).find((one) => one.type === type);
  const status = Number(known?.status);
  return known === undefined || status === exchange.status
    ? undefined
    : responseRule(api, { ...exchange, status });
}

/** Returns the rule that documents a response, such as `updateComputer.409` or `InvalidUpdate`. */
export function responseRule({ document, rules }: ContractApi, { operation, status }: Exchange): RuleId {
  const own = `${operation.operationId}.${status}`;
  if (rules.has(own)) return own as RuleId;
  const item = objectOf(objectOf(document.paths)[operation.path]);
  const { responses } = objectOf(item[operation.method.toLowerCase()]);
  const { $ref } = objectOf(objectOf(responses)[status]);
  return typeof $ref === "string" ? ($ref.split("/").at(-1) as RuleId) : "OtherError";
}

/**
 * Names the required header fields that a response lacks, which {@link checkResponse} leaves to the run to report once.
 */
export function missingHeadersOf(api: ContractApi, { operation, status, headers }: Exchange): Violation[] {
  const documented = api.response(operation, status)?.headers ?? [];
  return documented
    .filter(({ name, isRequired }) => isRequired && !headers.has(name))
    .map(({ name }) => {
      const rule = name === "X-Request-Id" ? "errors#2" : (headerRules[name.toLowerCase()] ?? "errors#1");
      const message = `${operation.operationId} sends ${status} without the header ${name}`;
      return { check: "response_headers_conformance", rule, message };
    });
}

/** Whether a response is a problem document (RFC 9457). */
export function isProblem({ headers }: Pick<Exchange, "headers">): boolean {
  return mediaTypeOf(headers.get("content-type") ?? "") === "application/problem+json";
}

function mediaTypeOf(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function contentOf(response: Response | undefined, { headers }: Exchange): MediaType | undefined {
  const sent = mediaTypeOf(headers.get("content-type") ?? "");
  return response?.content?.mediaType === sent ? response.content : undefined;
}

function invalidParts(api: ContractApi, pointer: string, value: unknown): Found[] {
  const validate = api.validator(pointer);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => ({
    message: describe(error, value),
    rule: schemaRule(api, pointer, error),
    place: placeOf(error, value),
  }));
}

/** Returns the rule at the schema that a value breaks: that of its member, or of the schema with the member. */
function schemaRule(api: ContractApi, pointer: string, { instancePath }: ErrorObject): RuleId {
  const nameIn = (text: string) => text.split("/").at(-1) ?? "";
  let name = nameIn(pointer);
  let rule = name;
  for (const key of instancePath.split("/").slice(1)) {
    const { properties } = objectOf(api.schemas[name]);
    const member = objectOf(objectOf(properties)[key]);
    const { $ref = objectOf(member.items).$ref } = orNull(member) ?? member;
    if (api.rules.has(`${name}.${key}`)) rule = `${name}.${key}`;
    if (typeof $ref !== "string") continue;
    name = nameIn($ref);
    // An item of a list breaks its own schema, and so does a member that has no rule of its own.
    if (!api.rules.has(rule)) rule = name;
  }
  return rule as RuleId;
}

/** Returns the IDs of the objects on the way to an error, and the name of the member. */
function placeOf({ instancePath }: ErrorObject, body: unknown): string[] {
  const keys = instancePath.split("/").slice(1);
  const ids = keys.map(
    (_, index) => objectOf(valueAt(body as Json, `/${keys.slice(0, index).join("/")}`)).id,
  );
  return [...ids, keys.at(-1)].filter((text) => typeof text === "string");
}

function checkHeader(api: ContractApi, { headers }: Exchange, header: Header): string[] {
  const value = headers.get(header.name);
  if (value === null) return [];
  if (value.trim() === "" && header.isRequired) return [`the header ${header.name} is empty`];
  const types = typesOf(resolveSchema(api.document, header.schema));
  const isNumeric = types.includes("integer") || types.includes("number");
  const isFlag = types.includes("boolean") && /^(true|false)$/.test(value);
  const validate = api.validator(header.schemaPointer);
  const textOrFlag = isFlag ? value === "true" : value;
  if (validate(isNumeric && /^-?\d/.test(value) ? Number(value) : textOrFlag)) return [];
  return (validate.errors ?? []).map((error) => `the header ${header.name} ${error.message}`);
}

function checkProblem({ status, headers, json, url }: Exchange): Found[] {
  if (typeof json !== "object" || json === null) return [];
  const actual = json as Record<string, unknown>;
  const path = url.split("?", 1)[0] ?? "";
  const { instance } = actual;
  const isOther = typeof instance === "string" && !isSamePath(instance, path);
  const wrong = Object.entries({
    status,
    // A missing header is reported by `missingHeadersOf`.
    requestId: headers.get("x-request-id") ?? actual.requestId,
    ...(isOther && { instance: path }),
  })
    .filter(([member, value]) => member in actual && actual[member] !== value)
    .map(([member, value]) => [member, `is ${actual[member]}, not ${value}`] as const);
  const empty = ["title", "detail"].filter((member) => actual[member] === "");
  const unclear = listOf(actual.errors as Json).filter((one) => {
    const { pointer, parameter } = objectOf(one);
    return (pointer === undefined) === (parameter === undefined);
  });
  return [
    ...[...wrong, ...empty.map((member) => [member, "is empty"] as const)].map(([member, what]) => ({
      message: `the problem's ${member} ${what}`,
      rule: `Problem.${member}` as RuleId,
    })),
    ...unclear.map((one) => ({
      message: `errors has ${JSON.stringify(one)}, which needs either pointer or parameter`,
      rule: "Violation" as const,
    })),
  ];
}

/** A service behind a proxy may use its own path or the client's, with any escaping. */
function isSamePath(instance: string, path: string): boolean {
  const [said, sent] = [instance, path].map((text) => decoded(text.split("?", 1)[0] ?? ""));
  return (
    said !== undefined && sent !== undefined && (said.endsWith(sent) || sent.endsWith(said)) && said !== ""
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function describe({ keyword, params, instancePath, message }: ErrorObject, body: unknown): string {
  const extra = keyword === "enum" ? ` (${JSON.stringify(params.allowedValues)})` : "";
  const isOfText = keyword === "enum" || keyword === "format";
  const shown = isOfText ? ` ${JSON.stringify(valueAt(body as Json, instancePath))?.slice(0, 100)}` : "";
  return `${instancePath || "the body"}${shown} ${message}${extra}`;
}
