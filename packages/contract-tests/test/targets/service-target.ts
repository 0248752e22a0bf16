import { FakeClock } from "@compute-host/server";
import { type Engine, startServerOn } from "@compute-host/server/test-engines";
import type { Computer } from "@compute-host/types";
import { ada, nightly, seedComputers } from "../../reference/computers.ts";
import type { Target } from "../../src/targets/target.ts";
import { serviceLacks } from "./lacks.ts";
import { patientLimits } from "./patient-limits.ts";

/**
 * Starts this repository's service with the reference host's computers, and a clock that advances when a case lets
 * time pass.
 */
export async function startServiceTarget(engine: Engine): Promise<Target> {
  const computers = seedComputers();
  const failed = new Set(computers.filter(({ status }) => status === "error").map(({ id }) => id));
  // A retry on a computer in error fails again and any other succeeds, which covers both results.
  const simulate = ({ id }: Computer) => (failed.has(id) ? { error: "It has failed again." } : {});
  // Whatever a case starts is newer than all of them.
  const clock = new FakeClock(Math.max(...computers.map(({ createdAt }) => createdAt)) + 3_600_000);
  const server = await startServerOn(engine, { clock, computers, simulate, ownerId: ada.id });
  return {
    name: `service on ${engine.name}`,
    lacks: serviceLacks,
    baseUrl: server.baseUrl,
    token: server.apiKey,
    otherToken: await server.createApiKey(nightly.id),
    fetch: globalThis.fetch,
    ...patientLimits,
    passTime: (durationMs) => clock.advance(durationMs),
    close: () => server.close(),
  };
}
