import { jsonContentOf, type Operation } from "@compute-host/openapi/model";
import {
  type Arbitrary,
  array,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import { invalidData, mutators, type ObjectSchema } from "../src/data/mutators.ts";
import { validData } from "../src/data/valid-data.ts";
import type { ContractRequest } from "../src/http/exchange.ts";
import type { ContractApi } from "../src/openapi/contract-api.ts";

/** A request and its allowed statuses; without any, the targets only have to respond alike. */
export interface RandomRequest extends ContractRequest {
  readonly statuses: readonly number[];
}

/** A step of a sequence: a request, or time that passes on the clock of the targets. */
export type RandomStep = RandomRequest | { readonly passesMs: number };

const seeds = integer({ min: 0, max: 2 ** 31 - 1 });
const maxBodyBytes = 65_536;

/**
 * Generates all kinds of steps: valid requests, requests that break the spec in one place, and requests that no
 * client would send.
 */
export function randomSteps(api: ContractApi, computerIds: readonly string[]): Arbitrary<RandomStep> {
  const ids = oneof(
    { weight: 6, arbitrary: constantFrom(...computerIds) },
    { weight: 1, arbitrary: string({ minLength: 1, unit: "binary" }) },
  );
  const update = api.operation("updateComputer");
  const path = (computerId: string) => ({ computerId });
  const positive = oneof(
    ids.map((id) => positiveOf(api.operation("getComputer"), [200, 404], { path: path(id) })),
    lists(api),
    tuple(ids, validBodies(api, update)).map(([id, json]) =>
      positiveOf(update, [200, 404, 409], { path: path(id), json }),
    ),
    ids.map((id) => positiveOf(api.operation("retryInstallDeps"), [202, 404, 409], { path: path(id) })),
  );
  const negative = oneof(
    tuple(ids, invalidBodies(api, update)).map(([id, json]) =>
      positiveOf(update, [400], { path: path(id), json }),
    ),
    tuple(ids, rawBodies).map(([id, rawBody]) =>
      positiveOf(update, [200, 400, 404, 409, 413], { path: path(id), rawBody }),
    ),
    tuple(ids, contentTypes).map(([id, contentType]) =>
      positiveOf(update, [415], { path: path(id), rawBody: "{}", contentType }),
    ),
    wrongQueries(api),
  );
  const anyOperation = constantFrom(...api.operations);
  const hostile = oneof(
    tuple(anyOperation, ids, credentials).map(([operation, id, authorization]) =>
      positiveOf(operation, [401], {
        path: path(id),
        authorization: { value: authorization, shown: authorization ?? "" },
      }),
    ),
    tuple(anyOperation, ids, constantFrom("PUT", "DELETE", "PROPFIND", "OPTIONS")).map(
      ([operation, id, method]) => positiveOf(operation, [405], { path: path(id), method }),
    ),
    tuple(anyOperation, paths).map(([operation, unknown]) =>
      positiveOf({ ...operation, path: unknown }, [404], { method: "GET" }),
    ),
    tuple(positive, headers).map(([request, added]) => ({ ...request, headers: added })),
  );
  return oneof(
    { weight: 5, arbitrary: positive },
    { weight: 4, arbitrary: negative },
    { weight: 2, arbitrary: hostile },
    { weight: 1, arbitrary: record({ passesMs: integer({ min: 1, max: 20_000 }) }) },
  );
}

function positiveOf(
  operation: Operation,
  statuses: readonly number[],
  request: Omit<ContractRequest, "operation">,
): RandomRequest {
  return { operation, statuses, ...request };
}

function bodySchema(api: ContractApi, { body }: Operation): { pointer: string; schema: ObjectSchema } {
  const pointer = jsonContentOf(body?.content)?.schemaPointer ?? "";
  return { pointer, schema: api.schema(pointer) as ObjectSchema };
}

function validBodies(api: ContractApi, operation: Operation): Arbitrary<unknown> {
  const { schema } = bodySchema(api, operation);
  return seeds.map((seed) => validData(schema, seed));
}

function invalidBodies(api: ContractApi, operation: Operation): Arbitrary<unknown> {
  const { pointer, schema } = bodySchema(api, operation);
  const isValid = api.validator(pointer);
  const names = Object.keys(mutators);
  const made = (name: string, seed: number) =>
    invalidData(name, { schema, value: validData(schema, seed) }, (value) => isValid(value));
  const usable = names.filter((name) => made(name, 1).length > 0);
  return tuple(constantFrom(...usable), seeds, seeds).map(([name, seed, choice]) => {
    const candidates = made(name, seed);
    return candidates.length === 0 ? [] : candidates[choice % candidates.length];
  });
}

function lists(api: ContractApi): Arbitrary<RandomRequest> {
  const operation = api.operation("listComputers");
  const hosts = seeds.map((seed) => ["hostId", uuidOf(seed)] as const);
  const steps = constantFrom("true", "false").map((value) => ["includeProvisioningSteps", value] as const);
  const unknown = string({ minLength: 1 }).map((name) => [`x-${name}`, "1"] as const);
  const queries = oneof(
    constant([]),
    ...[hosts, steps, unknown].map((pair) => pair.map((one) => [one])),
    tuple(hosts, steps),
  );
  return queries.map((query) => positiveOf(operation, [200], { query }));
}

function wrongQueries(api: ContractApi): Arbitrary<RandomRequest> {
  const operation = api.operation("listComputers");
  const hosts = oneof(string({ maxLength: 30 }), constantFrom("", "null", "{}", "0".repeat(36)));
  const flags = constantFrom("", "1", "TRUE", "yes", "true,false");
  return oneof(
    hosts.map((value) => [["hostId", value] as const]),
    flags.map((value) => [["includeProvisioningSteps", value] as const]),
    seeds.map((seed) => [["hostId", uuidOf(seed)] as const, ["hostId", uuidOf(seed + 1)] as const]),
  ).map((query) => positiveOf(operation, [400], { query }));
}

function uuidOf(seed: number): string {
  const digits = (seed + 1).toString(16).padStart(12, "0").slice(-12);
  return `3f0c9a52-6b1e-4f0f-9d1c-${digits}`;
}

/** Bodies that are expensive or unusual to parse; only their type says that they are JSON. */
const rawBodies: Arbitrary<string | Uint8Array<ArrayBuffer>> = oneof(
  uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
  string({ unit: "binary" }),
  integer({ min: 1, max: 40_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  integer({ min: 1, max: 20_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
  integer({ min: 1, max: 10_000 }).map((count) => `{${Array.from({ length: count }, () => '"name":1')}}`),
  integer({ min: 1, max: 6_000 }).map((count) => `{${Array.from({ length: count }, (_, i) => `"${i}":1`)}}`),
  tuple(constantFrom("~", "/", "k", "\u{1f680}"), integer({ min: 1, max: 15_000 })).map(
    ([letter, count]) => `{"${letter.repeat(count)}":{"b":1,"b":1}}`,
  ),
  constantFrom(
    '{"name":"\\ud800"}',
    '{"name":"\\udc00x"}',
    '{"name":1e999}',
    '{"__proto__":{"name":"x"}}',
    "{",
    "",
    "null",
  ),
  integer({ min: maxBodyBytes - 20, max: maxBodyBytes + 20 }).map((length) =>
    JSON.stringify("x".repeat(length)),
  ),
);

const contentTypes = oneof(
  constant(null),
  constantFrom("text/plain", "application/xml", "application/jsonx", "multipart/form-data; boundary=x"),
);

const token = array(constantFrom(..."abcXYZ019-._~+/=".split("")), { minLength: 1, maxLength: 60 });
const credentials = oneof(
  constant(null),
  constantFrom("Bearer", "Basic dTpw", "bearer  ", "Bearer a.b.c", `Bearer chk_${"a".repeat(38)}`),
  token.map((letters) => `Bearer ${letters.join("")}`),
);

const paths = oneof(
  constantFrom("/", "/api", "/api/v0", "/api/v1/computers", "/api/v0/computers/", "/API/v0/computers", "//"),
  array(constantFrom("a", "..%2f", "%00", "%F0%9F%9A%80", ";x"), { minLength: 1, maxLength: 20 }).map(
    (parts) => `/elsewhere/${parts.join("")}`,
  ),
);

const headers = oneof(
  constantFrom<Readonly<Record<string, string>>[]>(
    { accept: "text/html" },
    { "x-request-id": "mine" },
    { "if-none-match": "*" },
    { range: "bytes=0-1" },
    { prefer: "code=500" },
    { "x-http-method-override": "DELETE" },
    { cookie: "a=b" },
    { origin: "https://evil.example" },
  ),
  integer({ min: 1, max: 8_000 }).map((length) => ({ "x-long": "x".repeat(length) })),
);
