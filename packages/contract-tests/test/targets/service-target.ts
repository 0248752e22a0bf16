import { FakeClock, type StartServerOptions, startServer } from "@compute-host/server";
import type { Computer } from "@compute-host/types";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import type { Target } from "../../src/targets/target.ts";
import { serviceLacks } from "./lacks.ts";
import { patientLimits } from "./patient-limits.ts";
import { otherComputers, otherOwner, sampleComputers, timeAfter } from "./sample-computers.ts";

/** Starts this repository's service in memory, with a clock that only advances when a case lets time pass. */
export function startServiceTarget(api: ContractApi, more: readonly Computer[] = []): Promise<Target> {
  return startService(api, { name: "service", lacks: serviceLacks }, {}, more);
}

/** Starts the service with a rate limit that a few requests exceed. */
export function startLimitedServiceTarget(api: ContractApi): Promise<Target> {
  const rateLimit = { maxRequests: 3, windowMs: 600_000 };
  return startService(api, { name: "service with a rate limit", lacks: serviceLacks }, { rateLimit });
}

async function startService(
  api: ContractApi,
  identity: Pick<Target, "name" | "lacks">,
  options: Pick<StartServerOptions, "rateLimit"> = {},
  more: readonly Computer[] = [],
): Promise<Target> {
  const computers = [...sampleComputers(api), ...more];
  const failed = new Set(computers.filter(({ status }) => status === "error").map(({ id }) => id));
  // A retry on a computer in error fails again and any other succeeds, which covers both results.
  const simulate = ({ id }: Computer) => (failed.has(id) ? { error: "It has failed again." } : {});
  const clock = new FakeClock(timeAfter(computers));
  const server = await startServer({ ...options, clock, computers, simulate });
  await server.addComputers(otherComputers(api));
  return {
    ...identity,
    baseUrl: server.baseUrl,
    token: server.apiKey,
    otherToken: await server.createApiKey(otherOwner),
    fetch: globalThis.fetch,
    ...patientLimits,
    passTime: (durationMs) => clock.advance(durationMs),
    close: () => server.close(),
  };
}
