import { expect, test } from "vitest";
import { genericCases } from "../../src/cases/generic/generic-cases.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { runContract } from "../../src/run/run-contract.ts";
import { startFakeTarget } from "../targets/fake-target.ts";

test("a header field that the responses of an operation lack fails one case for each status", async () => {
  const api = loadApi();
  const target = await startFakeTarget();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await target.fetch(input, init);
    if (/\/computers(\?|$)/.test(String(input))) response.headers.delete("x-request-id");
    return response;
  };
  const { outcomes } = await runContract({ ...target, fetch }, { api, cases: genericCases(api) });
  const failed = outcomes.flatMap(({ failure }) => failure?.violations.map(({ message }) => message) ?? []);
  const statuses = [200, 400, 401, 405].map((status) => `listComputers sends ${status}`);
  expect(failed.toSorted()).toEqual(statuses.map((sends) => `${sends} without the header X-Request-Id`));
});
