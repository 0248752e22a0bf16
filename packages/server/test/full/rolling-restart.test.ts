import { expect, test } from "vitest";
import { LoadBalancer } from "../../cluster/load-balancer.ts";
import { expectNothingLost, waitForWrites } from "../faults/fault-report.ts";
import { startLoad } from "../faults/load.ts";
import { ServiceNodes } from "../faults/service-nodes.ts";
import { takeTestDatabase } from "../postgres/test-database.ts";

test("three nodes that are restarted one after the other under load fail no request", async () => {
  const { url: databaseUrl } = await takeTestDatabase();
  await using service = await ServiceNodes.start({
    count: 3,
    databaseUrl,
    stepMs: 1_000,
    // Far longer than the load balancer takes to notice, on a busy machine too.
    environment: { COMPUTE_HOST_SHUTDOWN_DELAY_SECONDS: "10" },
  });
  const { calls, ids } = service;
  const nodes = new Set(service.urls);
  await using balancer = await LoadBalancer.start({ nodes });
  const load = startLoad({
    calls,
    nodes: () => [balancer.url],
    computers: ids,
    retried: ids.slice(0, 2),
    callers: 8,
  });
  const times: number[] = [];
  for (const index of [0, 1, 2]) {
    await waitForWrites(service, 40);
    const startedAt = performance.now();
    const old = service.nodes[index];
    const { exitCode } = (await old?.stop("SIGTERM")) ?? {};
    expect(exitCode).toBe(0);
    nodes.delete(old?.url ?? "");
    const { url } = await service.startNode(index);
    nodes.add(url);
    await expect.poll(() => balancer.ready).toContain(url);
    times.push(Math.round(performance.now() - startedAt));
  }
  await waitForWrites(service, 40);
  await load.stop();
  const failed = [...calls.outcomes].filter(([outcome]) => !/ (?:200|202|409)$/.test(outcome));
  expect(failed).toEqual([]);
  await expectNothingLost(
    service,
    "a rolling restart under load",
    `each node was back after ${times.join(", ")} ms`,
  );
}, 120_000);
