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

/** Points that another description may decide too, and that add cases for it. */
const decided = ["authentication#1", "errors#4", "X-Request-Id#1", "ComputerId#1"] as const;
const read = async (file: string, decisions: readonly (typeof decided)[number][] = []) =>
  createContractApi(await readApi(fileURLToPath(new URL(file, import.meta.url))), decisions);
const depot = await read("depot.yaml");
const harbour = await read("../../../../tools/openapi/test/descriptions/harbour.yaml");

test.each([
  [25, decided],
  [15, []],
])(
  "more than %i generic cases work for a description with other names, credentials, bodies and successes",
  async (count, decisions) => {
    const api = await read("depot.yaml", decisions);
    const target = await startPrismTarget(api);
    const cases = [...genericCases(api), ...askedResponseCases(api)];
    const { outcomes, responses } = await runContract(target, { api, cases, fixtures: describedFixtures });
    await target.close();
    const failed = outcomes.filter(({ outcome }) => outcome === "failed");
    expect(failed.map(({ contractCase, failure }) => [contractCase.title, failure?.violations])).toEqual([]);
    expect(outcomes.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(count);
    expect(Object.keys(responses).toSorted()).toEqual(
      api.operations.map(({ operationId }) => operationId).toSorted(),
    );
  },
);

test.each([harbour, depot, await read("depot.yaml", decided)])(
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
