import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { findMediaType } from "../src/compare/media-types.ts";
import { type Operation, operationsOf } from "../src/compare/operation.ts";
import type { ApiDocument } from "../src/document/api-document.ts";
import { isObject, type JsonObject, objectOf } from "../src/json-value.ts";
import { requestSamples } from "./request-samples.ts";

/** A contract test's view of a document: its operations, and which samples it accepts. */
export type Observations = ReadonlyMap<string, unknown>;

/**
 * Observes a document like a contract suite that was recorded against the base's service: each request is accepted
 * or rejected as before, and each recorded response fits.
 */
export function observe(document: ApiDocument, base: ApiDocument): Observations {
  const observations = new Map<string, unknown>();
  const operations = operationsOf(document);
  for (const recorded of operationsOf(base)) {
    const operation = operations.find(
      ({ method, shape }) => method === recorded.method && shape === recorded.shape,
    );
    const label = recorded.label;
    observations.set(`${label} exists`, operation !== undefined);
    if (!operation) continue;
    observations.set(
      `${label} lets in`,
      operation.credentials.map((set) => set.map(({ scheme, scopes }) => [scheme, scopes])),
    );
    for (const [name, isAccepted] of requestsOf(operation)) observations.set(`${label} ${name}`, isAccepted);
    for (const [name, isFitting] of answersOf(operation, { recorded, base }))
      observations.set(`${label} ${name}`, isFitting);
  }
  return observations;
}

function requestsOf(operation: Operation): [string, boolean][] {
  const { queries, bodies } = requestSamples(operation.method);
  const parameters = operation.parameters.map(({ name, place, isRequired, node }) => ({
    ...{ name, place, isRequired },
    isFitting: validator(node.schema),
  }));
  const onQuery = queries.map((query): [string, boolean] => {
    const isAccepted = parameters.every(({ name, place, isRequired, isFitting }) => {
      const value = place === "query" ? query[name] : place === "path" ? "cmp_01k9x7q2m4" : undefined;
      return value === undefined ? !isRequired : isFitting(value);
    });
    return [`query ${JSON.stringify(query)}`, isAccepted];
  });
  const body = objectOf(operation.node.requestBody);
  const media = findMediaType(objectOf(body.content), "application/json");
  const isBodyFitting = validator(media?.schema);
  const onBody = bodies.map((value): [string, boolean] => {
    const isAccepted =
      value === undefined ? body.required !== true : media !== undefined && isBodyFitting(value);
    return [`body ${JSON.stringify(value)}`, isAccepted];
  });
  return [...onQuery, ...onBody];
}

/** Every recorded response of the base, with the headers that its service sends. */
function answersOf(
  operation: Operation,
  { recorded, base }: { readonly recorded: Operation; readonly base: ApiDocument },
): [string, boolean][] {
  const responses = objectOf(operation.node.responses);
  return Object.entries(objectOf(recorded.node.responses)).flatMap(([status, response]) => {
    const now = objectOf(responses[status] ?? responses.default);
    const sent = Object.keys(objectOf(objectOf(response).headers));
    const required = Object.entries(objectOf(now.headers)).filter(
      ([, header]) => objectOf(header).required === true,
    );
    const documented = Object.keys(objectOf(now.headers));
    const hasHeaders =
      required.every(([name]) => sent.includes(name)) && sent.every((name) => documented.includes(name));
    return Object.entries(objectOf(objectOf(response).content)).flatMap(([type, content]) => {
      const media = findMediaType(objectOf(now.content), type);
      const isFitting = validator(media?.schema);
      const examples = Object.entries(objectOf(objectOf(content).examples));
      return examples.map(([name, example]): [string, boolean] => [
        `response ${status} ${name}`,
        (status in responses || !/^2/.test(status)) &&
          media !== undefined &&
          hasHeaders &&
          isFitting(sampleOf(example, base)),
      ]);
    });
  });
}

/** The value of an example, which the spec keeps in its components. */
function sampleOf(example: unknown, base: ApiDocument): unknown {
  const { $ref, value } = objectOf(example);
  if (typeof $ref !== "string") return value;
  const examples = objectOf(objectOf(base.raw.components).examples);
  return objectOf(examples[$ref.split("/").at(-1) ?? ""]).value;
}

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: true });
addFormats.default(ajv);
const validators = new Map<string, (value: unknown) => boolean>();

/** A mutation changes one place, so most schemas of a revision were compiled for another one. */
function validator(schema: unknown): (value: unknown) => boolean {
  if (!isObject(schema)) return () => true;
  const text = plainSchema(schema);
  const known = validators.get(text) ?? (ajv.compile(JSON.parse(text)) as (value: unknown) => boolean);
  validators.set(text, known);
  return known;
}

/** Closes objects, as `redocly drift` does: a property that is sent but not described is a finding. */
function plainSchema(schema: JsonObject): string {
  return JSON.stringify(schema, (key, value) => {
    if (key === "$defs" || key === "examples") return undefined;
    const isOpen = isObject(value) && isObject(value.properties) && !("additionalProperties" in value);
    return isOpen ? { unevaluatedProperties: false, ...value } : value;
  });
}
