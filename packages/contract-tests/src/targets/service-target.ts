import { FakeClock, type StartServerOptions, startServer } from "@compute-host/server";
import type { Computer } from "@compute-host/types";
import type { SpecDocument } from "../spec/spec-document.ts";
import { serviceLacks } from "./capabilities.ts";
import { sampleComputers, timeAfter } from "./sample-computers.ts";
import { defaultLimits, type Target } from "./target.ts";

/** Starts this repository's service in memory, with a clock that moves only when a case lets time pass. */
export function startServiceTarget(document: SpecDocument): Promise<Target> {
  return startService(document, { name: "service", lacks: serviceLacks });
}

/** Starts the service with a rate limit that a few requests exceed. */
export function startLimitedServiceTarget(document: SpecDocument): Promise<Target> {
  const { limitsRate: _, ...lacks } = serviceLacks;
  const rateLimit = { maxRequests: 3, windowMs: 600_000 };
  return startService(document, { name: "service with a rate limit", lacks }, { rateLimit });
}

async function startService(
  document: SpecDocument,
  identity: Pick<Target, "name" | "lacks">,
  options: Pick<StartServerOptions, "rateLimit"> = {},
): Promise<Target> {
  const computers = sampleComputers(document);
  const failed = new Set(computers.filter(({ status }) => status === "error").map(({ id }) => id));
  // A retry on a computer in error fails again, any other goes well: both ends are seen.
  const simulate = ({ id }: Computer) => (failed.has(id) ? { error: "It has failed again." } : {});
  const clock = new FakeClock(timeAfter(computers));
  const server = await startServer({ ...options, clock, computers, simulate });
  return {
    ...identity,
    baseUrl: server.baseUrl,
    token: server.apiKey,
    otherToken: await server.createApiKey("usr_other"),
    fetch: globalThis.fetch,
    ...defaultLimits,
    passTime: (durationMs) => clock.advance(durationMs),
    close: () => server.close(),
  };
}
