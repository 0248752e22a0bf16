import { FakeClock } from "@compute-host/server";
import { type Engine, inMemory, startServerOn } from "@compute-host/server/test-engines";
import type { Computer } from "@compute-host/types";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import type { Target } from "../../src/targets/target.ts";
import { serviceLacks } from "./lacks.ts";
import { patientLimits } from "./patient-limits.ts";
import { otherComputers, otherOwner, sampleComputers, timeAfter } from "./sample-computers.ts";

/** Starts this repository's service, with a clock that only advances when a case lets time pass. */
export async function startServiceTarget(
  api: ContractApi,
  { engine = inMemory }: { readonly engine?: Engine } = {},
): Promise<Target> {
  const computers = sampleComputers(api);
  const failed = new Set(computers.filter(({ status }) => status === "error").map(({ id }) => id));
  // A retry on a computer in error fails again and any other succeeds, which covers both results.
  const simulate = ({ id }: Computer) => (failed.has(id) ? { error: "It has failed again." } : {});
  const clock = new FakeClock(timeAfter(computers));
  const server = await startServerOn(engine, { clock, computers, simulate });
  await server.addComputers(otherComputers(api));
  return {
    name: `service on ${engine.name}`,
    lacks: serviceLacks,
    baseUrl: server.baseUrl,
    token: server.apiKey,
    otherToken: await server.createApiKey(otherOwner),
    fetch: globalThis.fetch,
    ...patientLimits,
    passTime: (durationMs) => clock.advance(durationMs),
    close: () => server.close(),
  };
}
