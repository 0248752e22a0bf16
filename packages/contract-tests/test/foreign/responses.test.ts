import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { checkResponse } from "../../src/conformance/response-checks.ts";
import { exchange } from "../../src/http/exchange.ts";
import { createContractApi } from "../../src/openapi/contract-api.ts";

const depot = createContractApi(await readApi(fileURLToPath(new URL("depot.yaml", import.meta.url))));

test.each([
  ["getHealth", 200, "text/plain", "ok", []],
  ["getHealth", 200, "text/plain", "x", ["the body must NOT have fewer than 2 characters"]],
  ["getHealth", 200, "application/json", "{}", ["the content type is application/json, not text/plain"]],
  ["getLabels", 200, "application/pdf", "%PDF", []],
  ["updateCrate", 200, "application/json", '{"id":"c-1","name":"Lemons"}', []],
  ["updateCrate", 200, "application/json", '{"job":"j-1"}', [/'id'/, /'name'/, /additional/]],
  ["updateCrate", 202, "application/json", '{"job":"j-1"}', []],
  ["updateCrate", 202, "application/json", '{"id":"c-1","name":"Lemons"}', [/'job'/]],
  ["createCrate", 201, "application/json", '{"id":"c-1","name":"Lemons","pin":"1234"}', [/additional/]],
  ["createCrate", 422, "application/json", '{"code":7}', ["/code must be string"]],
  ["deleteCrate", 204, "text/plain", "", []],
])("%s with %i, %s and %j breaks %j", async (operationId, status, type, text, expected) => {
  const received = await exchange(
    {
      baseUrl: "http://depot.test",
      token: "any",
      timeoutMs: 60_000,
      fetch: async () =>
        new Response(status === 204 ? null : text, { status, headers: { "content-type": type } }),
    },
    { operation: depot.operation(operationId), path: { crateId: "c-1" } },
  );
  const violations = checkResponse(depot, received, {
    isServerErrorExpected: false,
    maxResponseMs: 60_000,
    writesOwnProblems: true,
  });
  expect(violations.map(({ message }) => message)).toEqual(
    expected.map((part) => expect.stringMatching(part)),
  );
});
