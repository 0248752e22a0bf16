import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { describedFixtures } from "../../src/cases/fixtures.ts";
import { genericCases } from "../../src/cases/generic/generic-cases.ts";
import { createContractApi } from "../../src/openapi/contract-api.ts";
import { runContract } from "../../src/run/run-contract.ts";
import type { Target } from "../../src/targets/target.ts";
import { askedResponseCases } from "../mock/asked-responses.ts";
import { patientLimits } from "../targets/patient-limits.ts";
import { startPrismTarget } from "../targets/prism-target.ts";

const read = async (file: string) =>
  createContractApi(await readApi(fileURLToPath(new URL(file, import.meta.url))));
const depot = await read("depot.yaml");
const harbour = await read("../../../../tools/openapi/test/descriptions/harbour.yaml");

test("the generic cases work for a description with other names, credentials, bodies and successes", async () => {
  const api = depot;
  const target = await startPrismTarget(api);
  const cases = [...genericCases(api), ...askedResponseCases(api)];
  const { outcomes, responses } = await runContract(target, { api, cases, fixtures: describedFixtures });
  await target.close();
  const failed = outcomes.filter(({ outcome }) => outcome === "failed");
  expect(failed.map(({ contractCase, failure }) => [contractCase.title, failure?.violations])).toEqual([]);
  expect(outcomes.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(25);
  expect(Object.keys(responses).toSorted()).toEqual(
    api.operations.map(({ operationId }) => operationId).toSorted(),
  );
});

test.each([harbour, depot])(
  "sends nothing that may destroy a record of a service with state",
  async (api) => {
    const sent: string[] = [];
    const target: Target = {
      name: "service",
      baseUrl: "http://service.test",
      token: "key",
      lacks: {},
      ...patientLimits,
      passTime: async () => {},
      close: async () => {},
      fetch: async (url: string | URL | Request, init?: RequestInit) => {
        sent.push(`${init?.method} ${new URL(String(url)).pathname}`);
        return new Response("{}", { status: 404, headers: { "content-type": "application/json" } });
      },
    };
    await runContract(target, { api, cases: genericCases(api), fixtures: describedFixtures });
    expect(sent.length).toBeGreaterThan(5);
    const onRecords = sent.filter(
      (request) => request.startsWith("DELETE") && !request.includes("no-such-record"),
    );
    expect(onRecords).toEqual([]);
  },
);
