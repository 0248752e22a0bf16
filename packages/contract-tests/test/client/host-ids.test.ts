import { createFakeService } from "@compute-host/client/testing";
import type { Computer } from "@compute-host/types";
import { expect, test } from "vitest";
import { allCases } from "../../src/cases/all-cases.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { runContract } from "../../src/run/run-contract.ts";
import { startFakeTarget } from "../targets/fake-target.ts";

test("a new host is refused on each computer that may be changed, however many others there are", async () => {
  const computers = Array.from(
    { length: 400 },
    (_, index): Computer => ({
      id: `cmp_${index}`,
      name: `host-${index}`,
      providerType: "byom",
      status: "active",
      createdAt: 1_760_000_000_000 + index,
      provisioningSteps: [],
    }),
  );
  const target = await startFakeTarget((options) => createFakeService({ ...options, computers }));
  const changed = new Set<string>();
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (init?.method === "PATCH") changed.add(String(input).split("/").at(-1) ?? "");
    return target.fetch(input, init);
  };
  const api = loadApi();
  const cases = allCases(api).filter(({ title }) => title.includes("links a host,"));
  const mayChange = ["cmp_150", "cmp_200", "cmp_250"];
  const { outcomes } = await runContract({ ...target, fetch, computers: mayChange }, { api, cases });
  expect(outcomes).toMatchObject([{ outcome: "passed" }]);
  expect([...changed].toSorted()).toEqual(mayChange);
});
