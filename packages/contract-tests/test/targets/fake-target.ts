import { createFakeService } from "@compute-host/client/testing";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import type { Target } from "../../src/targets/target.ts";
import { fakeLacks } from "./lacks.ts";
import { patientLimits } from "./patient-limits.ts";
import { sampleComputers } from "./sample-computers.ts";

/** Starts the client's fake service for tests, with the computers and the owner of the service target. */
export async function startFakeTarget(api: ContractApi): Promise<Target> {
  const token = "fake-token";
  const computers = sampleComputers(api).map((one) => ({ ...one, ownerId: "usr_sandbox" }));
  const failed = new Set(computers.filter(({ status }) => status === "error").map(({ id }) => id));
  const service = createFakeService({ token, computers, looksPerStep: Infinity });
  return {
    name: "client's fake",
    baseUrl: "http://fake.invalid",
    token,
    fetch: service.fetch,
    lacks: fakeLacks,
    ...patientLimits,
    // The fake has no clock, so waiting ends the running step: a retry on a computer in error fails again.
    async passTime() {
      for (const { id, status } of service.computers())
        if (status === "provisioning")
          service.settleStep(id, failed.has(id) ? "It has failed again." : undefined);
    },
    async close() {},
  };
}
