import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startLoad } from "./load.ts";
import { ServiceNodes } from "./service-nodes.ts";

test("one node on SQLite, killed in its writes and started again, loses nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "compute-host-one-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const databaseUrl = `sqlite:${join(folder, "data.db")}`;
  await using service = await ServiceNodes.start({ count: 1, databaseUrl });
  const { calls, ids } = service;
  const load = startLoad({ calls, nodes: () => service.urls, computers: ids, retried: ids.slice(0, 2) });
  const killed = Promise.withResolvers<unknown>();
  let writes = 0;
  calls.onWrite = () => {
    if (++writes === 60) killed.resolve(service.nodes[0]?.stop("SIGKILL"));
  };
  await killed.promise;
  await service.startNode(0);
  const again = calls.history.length + 100;
  await expect.poll(() => calls.history.length).toBeGreaterThan(again);
  await load.stop();
  const { violations, ...counts } = await service.checkHistory();
  expect(violations).toEqual([]);
  expect(service.step.overlaps()).toEqual([]);
  console.info(`lost: nothing; checked: ${JSON.stringify(counts)}; callers saw: ${calls.summary()}`);
});
