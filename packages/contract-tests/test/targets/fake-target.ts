import { createFakeService } from "@compute-host/client/testing";
import { ada, seedComputers } from "../../reference/computers.ts";
import type { Target } from "../../src/targets/target.ts";
import { fakeLacks } from "./lacks.ts";
import { patientLimits } from "./patient-limits.ts";

/** Starts the fake service of a client for tests, with the computers of the reference host's first owner. */
export async function startFakeTarget(create = createFakeService): Promise<Target> {
  const token = "fake-token";
  const computers = seedComputers().filter(({ ownerId }) => ownerId === ada.id);
  const failed = new Set(computers.filter(({ status }) => status === "error").map(({ id }) => id));
  const service = create({ token, computers, looksPerStep: Infinity });
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
