import { expect, test } from "vitest";
import { expectNothingLost, expectOneSession, takeoverAfter } from "../faults/fault-report.ts";
import { query } from "../postgres/query.ts";
import { startHeldInstallation } from "./held-installation.ts";

/** Leases no longer end, from their next renewal on: only a node that releases a job lets another one have it. */
const endlessLeases = `
  create function compute_host.endless() returns trigger language plpgsql as $$
    begin
      if new.lease_until is not null then new.lease_until := 'infinity'; end if;
      return new;
    end
  $$;
  create trigger endless before update on compute_host.jobs
    for each row execute function compute_host.endless()`;

test.each([
  ["is killed, after its command was ended", "SIGKILL"],
  ["shuts down, without waiting for the end of its lease", "SIGTERM"],
] as const)("a step is taken over under the same session when its node %s", async (what, signal) => {
  const { service, databaseUrl, index } = await startHeldInstallation();
  if (signal === "SIGTERM") {
    await query(databaseUrl, endlessLeases);
    const endless = "select from compute_host.jobs where lease_until = 'infinity'";
    await expect.poll(() => query(databaseUrl, endless)).toHaveLength(1);
  }
  const stoppedAt = Date.now();
  const stopped = service.nodes[index]?.stop(signal);
  const takeoverMs = await takeoverAfter(service, stoppedAt);
  expect((await stopped)?.exitCode).toBe(signal === "SIGTERM" ? 0 : null);
  service.step.release();
  await service.startNode(index);
  await expectNothingLost(service, `a node that ${what}`, `taken over after ${takeoverMs} ms`);
  expectOneSession(service);
  expect(service.step.runs().map(({ hasEnded }) => hasEnded)).toEqual([false, true]);
});
