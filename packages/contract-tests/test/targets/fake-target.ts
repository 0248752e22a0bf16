import { createFakeService } from "@compute-host/client/testing";
import type { Computer } from "@compute-host/types";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import type { Target } from "../../src/targets/target.ts";
import { fakeLacks } from "./lacks.ts";
import { patientLimits } from "./patient-limits.ts";
import { sampleComputers } from "./sample-computers.ts";

/** Starts the client's fake service for tests. */
export async function startFakeTarget(api: ContractApi, more: readonly Computer[] = []): Promise<Target> {
  const token = "fake-token";
  const service = createFakeService({
    token,
    computers: [...sampleComputers(api), ...more],
    looksPerStep: Infinity,
  });
  return {
    name: "client's fake",
    baseUrl: "http://fake.invalid",
    token,
    fetch: service.fetch,
    lacks: fakeLacks,
    ...patientLimits,
    // The fake has no clock, so waiting ends the running step.
    async passTime() {
      for (const { id, status } of service.computers()) if (status === "provisioning") service.settleStep(id);
    },
    async close() {},
  };
}
