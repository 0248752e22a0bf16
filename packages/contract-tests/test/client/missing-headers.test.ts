import { expect, test } from "vitest";
import { genericCases } from "../../src/cases/generic/generic-cases.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { runContract } from "../../src/run/run-contract.ts";
import { startFakeTarget } from "../targets/fake-target.ts";

test("a header field that the responses of an operation lack fails one case, and no other", async () => {
  const api = loadApi();
  const target = await startFakeTarget();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await target.fetch(input, init);
    if (/\/computers(\?|$)/.test(String(input)) && response.ok) response.headers.delete("x-request-id");
    return response;
  };
  const { outcomes } = await runContract({ ...target, fetch }, { api, cases: genericCases(api) });
  const failed = outcomes.flatMap(({ failure }) => failure?.violations.map(({ message }) => message) ?? []);
  expect(failed).toEqual(["listComputers sends 200 without the header X-Request-Id"]);
});
