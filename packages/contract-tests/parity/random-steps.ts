import { type Arbitrary, array, constantFrom, oneof, option, record, sample, tuple } from "fast-check";
import { hosts, ids } from "../reference/computers.ts";
import type { ContractRequest } from "../src/http/exchange.ts";
import type { ContractApi } from "../src/openapi/contract-api.ts";

/** A request, or the moment at which every running session ends. */
export type Step = ContractRequest | "every session ends";

/** The computers of both owners, and an ID that no computer has. */
const computerIds = [...Object.values(ids), "999"];

const names = ["slow-build-box", "staging-runner", "nightly-tests", "box", "Box", "foreign-runner"];
const users = ["deploy", "", " ", "\u{1f680}".repeat(63), "\u{1f680}".repeat(64), null, 7];
const uuids = [...Object.values(hosts), "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"];
const hostIds = [...uuids, ...uuids.map((uuid) => uuid.toUpperCase()), "no-uuid", "", null];

/** Bodies that are not an object of known properties, or not JSON at all. */
const rawBodies = [
  ...["", "{", "[]", "null", '"x"', "{} x", " {} ", '{"name":"ok","nmae":1}', '{"a/b":1,"c~d":2,"":3}'],
  ...['{"__proto__":{"name":"x"}}', '{"name":"a\\u0000b"}', '{"name":1e999}', "[".repeat(9_000)],
  ...[`{"name":"${"x".repeat(70_000)}"}`, `${" ".repeat(65_534)}{}`, `${" ".repeat(65_535)}{}`],
];
const mediaTypes = [
  ...["application/json", "Application/JSON; charset=utf-8", "text/plain", "application/jsonx"],
  ...["application/merge-patch+json", null],
];
const authorizations = ["Bearer nobody", "Basic eDp5", "Bearer", null];

/** Returns random sequences of requests, each of which meets several rules at once; the same seed returns the same ones. */
export function randomSequences(api: ContractApi, seed: number, count: number): readonly (readonly Step[])[] {
  const list = constantFrom(api.operation("listComputers"));
  const get = constantFrom(api.operation("getComputer"));
  const update = constantFrom(api.operation("updateComputer"));
  const retry = constantFrom(api.operation("retryInstallDeps"));
  const path = constantFrom(...computerIds).map((computerId) => ({ computerId }));
  const pair = oneof(
    tuple(constantFrom("hostId"), constantFrom(...hostIds.map(String))),
    tuple(constantFrom("includeProvisioningSteps"), constantFrom("true", "true", "false", "TRUE", "1", "")),
    tuple(constantFrom("hostid", "limit", "name"), constantFrom("1")),
  );
  const body = record(
    {
      name: constantFrom<unknown>(...names, "", 7),
      hostId: constantFrom(...hostIds),
      remoteUser: constantFrom(...users),
    },
    { requiredKeys: [] },
  );
  const right: Arbitrary<ContractRequest> = oneof(
    { weight: 2, arbitrary: record({ operation: list, query: array(pair, { maxLength: 3 }) }) },
    { weight: 2, arbitrary: record({ operation: get, path }) },
    { weight: 6, arbitrary: record({ operation: update, path, json: body }) },
    { weight: 3, arbitrary: record({ operation: retry, path }) },
    {
      weight: 2,
      arbitrary: record({
        ...{ operation: update, path },
        ...{ rawBody: constantFrom(...rawBodies), contentType: constantFrom(...mediaTypes) },
      }),
    },
  );
  const authorization = constantFrom(...authorizations).map((value) => ({ value, shown: value ?? "" }));
  const method = constantFrom("PUT", "DELETE", "POST");
  const wrong = tuple(right, option(authorization), option(method)).map(
    ([request, credentials, other]): ContractRequest => ({
      ...request,
      ...(credentials && { authorization: credentials }),
      ...(other && { method: other }),
    }),
  );
  const settling = constantFrom<Step>("every session ends");
  const step = oneof<Arbitrary<Step>[]>(right, right, right, right, wrong, settling);
  return sample(array(step, { minLength: 10, maxLength: 40 }), { seed, numRuns: count });
}
