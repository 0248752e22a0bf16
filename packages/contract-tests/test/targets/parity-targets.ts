import { createFakeService } from "@compute-host/client/testing";
import type { Engine } from "@compute-host/server/test-engines";
import type { Computer } from "@compute-host/types";
import type { ParityTarget } from "../../fuzz/parity.ts";
import { exchange } from "../../src/http/exchange.ts";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import type { Target } from "../../src/targets/target.ts";
import { fakeLacks } from "./lacks.ts";
import { patientLimits } from "./patient-limits.ts";
import { sampleComputers } from "./sample-computers.ts";
import { startServiceTarget } from "./service-target.ts";

/** Longer than all steps of a computer take. */
const longEnoughMs = 3_600_000;

/** Starts the client's fake and the service on some engines, with the same computers. */
export async function startParityTargets(
  api: ContractApi,
  engines: readonly Engine[],
): Promise<readonly ParityTarget[]> {
  const services = await Promise.all(engines.map((engine) => startServiceTarget(api, { engine })));
  const asParity = services.map((target) => ({ ...target, settle: () => settle(api, target) }));
  return [startFake(api), ...asParity];
}

/** Lets time pass until every session has ended: PostgreSQL ends one after the clock has moved. */
async function settle(api: ContractApi, target: Target): Promise<void> {
  for (;;) {
    await target.passTime(longEnoughMs);
    const { json } = await exchange(target, { operation: api.operation("listComputers") });
    const { computers } = json as { computers: Computer[] };
    if (computers.every(({ status }) => status !== "provisioning")) return;
  }
}

function startFake(api: ContractApi): ParityTarget {
  const token = "fake-token";
  const computers = sampleComputers(api).map((one) => ({ ...one, ownerId: "usr_sandbox" }));
  const failed = new Set(computers.filter(({ status }) => status === "error").map(({ id }) => id));
  const service = createFakeService({ token, computers, looksPerStep: Infinity });
  const settle = async () => {
    const running = service.computers().filter(({ status }) => status === "provisioning");
    if (running.length === 0) return;
    for (const { id } of running) service.settleStep(id, failed.has(id) ? "It has failed again." : undefined);
    await settle();
  };
  return {
    ...{
      name: "client's fake",
      baseUrl: "http://fake.invalid",
      token,
      fetch: service.fetch,
      lacks: fakeLacks,
    },
    ...patientLimits,
    ...{ passTime: settle, settle, async close() {} },
  };
}
