import { FakeClock, startServer } from "@compute-host/server";
import type { SpecDocument } from "../spec/spec-document.ts";
import { serviceLacks } from "./capabilities.ts";
import { sampleComputers, timeAfter } from "./sample-computers.ts";
import { defaultLimits, type Target } from "./target.ts";

/** Starts this repository's service in memory, with a clock that moves only when a case lets time pass. */
export async function startServiceTarget(document: SpecDocument): Promise<Target> {
  const computers = sampleComputers(document);
  const clock = new FakeClock(timeAfter(computers));
  const server = await startServer({ clock, computers });
  return {
    name: "service",
    baseUrl: server.baseUrl,
    token: server.apiKey,
    otherToken: await server.createApiKey("usr_other"),
    fetch: globalThis.fetch,
    lacks: serviceLacks,
    ...defaultLimits,
    passTime: (durationMs) => clock.advance(durationMs),
    close: () => server.close(),
  };
}
