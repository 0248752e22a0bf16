import { expect, test } from "vitest";
import { genericCases } from "../../src/cases/generic/generic-cases.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { runContract } from "../../src/run/run-contract.ts";
import { startFakeTarget } from "../targets/fake-target.ts";

const api = loadApi();
const titles = ["listComputers", "getComputer"].map((id) => `${id} returns a documented response`);
const cases = genericCases(api).filter(({ title }) => titles.includes(title));

/** Runs cases against a service whose list lacks a header field, and returns the titles of those that fail. */
async function failuresOf(ran: typeof cases): Promise<string[]> {
  const target = await startFakeTarget();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await target.fetch(input, init);
    if (/\/computers(\?|$)/.test(String(input))) response.headers.delete("x-request-id");
    return response;
  };
  const { outcomes } = await runContract({ ...target, fetch }, { api, cases: ran });
  return outcomes
    .filter(({ failure }) =>
      failure?.violations.some(({ message }) => /X-Request-Id is missing/.test(message)),
    )
    .map(({ contractCase }) => contractCase.title);
}

test("a missing header field fails the first case of the operation that lacks it, and no other", async () => {
  expect(await failuresOf(cases)).toEqual(["listComputers returns a documented response"]);
  expect(await failuresOf(cases.toReversed())).toEqual(["listComputers returns a documented response"]);
});

test("a header field that only cases about other operations miss has a failure of its own", async () => {
  const others = cases.filter(({ operationId }) => operationId === "getComputer");
  expect(await failuresOf(others)).toEqual(["listComputers sends X-Request-Id with 200"]);
});
