import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import {
  expectNothingLost,
  expectOneSession,
  indexOfRunner,
  recoveryMs,
  statusOfReadiness,
  takeoverAfter,
  waitForWrites,
} from "../faults/fault-report.ts";
import { startLoad } from "../faults/load.ts";
import { ServiceNodes, type ServiceNodesOptions } from "../faults/service-nodes.ts";
import { takeTestDatabase } from "../postgres/test-database.ts";
import { get } from "../run-command.ts";

describe("three nodes on PostgreSQL lose nothing", () => {
  async function startNodes(options: Partial<ServiceNodesOptions> = {}): Promise<ServiceNodes> {
    const { url: databaseUrl } = await takeTestDatabase();
    return ServiceNodes.start({ count: 3, databaseUrl, ...options });
  }

  test("when nodes are killed in their writes", async () => {
    await using service = await startNodes({ stepMs: 300 });
    const { calls, ids } = service;
    const load = startLoad({ calls, nodes: () => service.urls, computers: ids, retried: ids.slice(0, 2) });
    const recoveries: number[] = [];
    for (const index of [0, 1, 2]) {
      await waitForWrites(service, 40);
      const killed = Promise.withResolvers<unknown>();
      // In a callback of a response, while the other callers wait for theirs.
      calls.onWrite = () => killed.resolve(service.nodes[index]?.stop("SIGKILL"));
      await killed.promise;
      calls.onWrite = () => {};
      const killedAt = performance.now();
      await waitForWrites(service, 20);
      recoveries.push(recoveryMs(service, killedAt));
      await service.startNode(index);
    }
    await waitForWrites(service, 40);
    await load.stop();
    await expectNothingLost(
      service,
      "kill -9 of each node in its writes",
      `the others went on after ${recoveries.join(", ")} ms`,
    );
  });

  /** Begins an installation that is held, and tells which node runs it; what runs after it takes 3 s. */
  async function startInstallation(service: ServiceNodes): Promise<number> {
    service.step.durationMs = 0;
    service.step.hold();
    const [id = "", url = ""] = [service.ids[0], service.urls[0]];
    expect(await service.calls.retry(url, id)).toBe(202);
    const index = await indexOfRunner(service);
    service.step.durationMs = 3_000;
    return index;
  }

  test("when a node is killed in an installation, which another one takes over", async () => {
    await using service = await startNodes();
    const { calls, ids, step } = service;
    const load = startLoad({ calls, nodes: () => service.urls, computers: ids });
    const index = await startInstallation(service);
    await service.nodes[index]?.stop("SIGKILL");
    const killedAt = Date.now();
    const takeoverMs = await takeoverAfter(service, killedAt);
    step.release();
    await service.startNode(index);
    await expect.poll(() => step.ends().length).toBe(1);
    await load.stop();
    await expectNothingLost(
      service,
      "kill -9 of a node in an installation",
      `the session went on elsewhere after ${takeoverMs} ms`,
    );
    expectOneSession(service);
    expect(step.runs()[0]?.hasEnded).toBe(false);
  });

  test.each([
    ["its command is ended before its lease", false],
    ["its command ends meanwhile, and the result counts for nothing", true],
  ])("when a node is stopped past its lease and continues: %s", async (what, endsByItself) => {
    await using service = await startNodes();
    const { calls, ids, step } = service;
    const index = await startInstallation(service);
    const stopped = service.nodes[index];
    const [first] = step.runs();
    stopped?.process.kill("SIGSTOP");
    const stoppedAt = Date.now();
    if (endsByItself) step.release();
    const others = service.urls.filter((other) => other !== stopped?.url);
    // Two callers keep calling the node that does not respond.
    const loads = [
      startLoad({ calls, nodes: () => others, computers: ids, callers: 4 }),
      startLoad({ calls, nodes: () => [stopped?.url ?? ""], computers: ids, callers: 2, seed: 2 }),
    ];
    const takeoverMs = await takeoverAfter(service, stoppedAt);
    if (!endsByItself) step.release();
    expect(isAlive(first?.pid ?? 0)).toBe(false);
    stopped?.process.kill("SIGCONT");
    await expect.poll(() => step.ends().length).toBe(1);
    await Promise.all(loads.map((load) => load.stop()));
    await expect.poll(() => statusOfReadiness(stopped?.url ?? "")).toBe(200);
    const [run] = step.runs();
    await expectNothingLost(
      service,
      `SIGSTOP of a node past its lease, ${what}`,
      `the last sign of its command came after ${(run?.lastSignAt ?? 0) - stoppedAt} ms, ` +
        `the session went on elsewhere after ${takeoverMs} ms`,
    );
    expectOneSession(service);
    expect(run?.hasEnded).toBe(endsByItself);
  });

  test("when the clocks of nodes jump by an hour, and no installation is disturbed", async () => {
    await using service = await startNodes({ stepMs: 6_000 });
    const { calls, ids, step, place } = service;
    const preload = pathToFileURL(join(import.meta.dirname, "../faults/jumping-clock.mjs")).href;
    for (const index of [0, 1, 2]) {
      await service.nodes[index]?.stop("SIGTERM");
      const environment = {
        NODE_OPTIONS: `--import=${preload}`,
        CLOCK_JUMP_FILE: join(place.folder, `jump-${index}`),
      };
      await service.startNode(index, environment);
    }
    const load = startLoad({ calls, nodes: () => service.urls, computers: ids });
    for (const [at, id] of ids.slice(0, 3).entries()) {
      expect(await calls.retry(service.urls[at] as string, id)).toBe(202);
    }
    await expect.poll(() => step.runs().length).toBe(3);
    for (const [index, hours] of [1, -1, 24].entries()) {
      writeFileSync(join(place.folder, `jump-${index}`), String(hours * 3_600_000));
      service.nodes[index]?.process.kill("SIGUSR2");
    }
    await expect.poll(() => step.ends().length).toBe(3);
    await waitForWrites(service, 20);
    await load.stop();
    expect(step.runs()).toHaveLength(3);
    const { computers } = (await (
      await get(`${service.urls[0]}/api/v0/computers?includeProvisioningSteps=true`, service.apiKey)
    ).json()) as {
      computers: { id: string; provisioningSteps: { startedAt: number; completedAt: number }[] }[];
    };
    const steps = computers
      .filter(({ id }) => ids.slice(0, 3).includes(id))
      .map((one) => one.provisioningSteps[0]);
    for (const one of steps) expect(one?.completedAt).toBeGreaterThanOrEqual(one?.startedAt ?? Infinity);
    await expectNothingLost(service, "clocks that jump by 1, -1 and 24 hours", "no session was taken over");
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
