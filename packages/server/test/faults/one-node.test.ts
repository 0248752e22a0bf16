import { expect, onTestFinished, test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import { engines } from "../engines.ts";
import { startLoad } from "./load.ts";
import { ServiceNodes } from "./service-nodes.ts";

describeEngines(engines, ({ takeDatabase }) => {
  test("one node, killed in its writes and started again, loses nothing", async () => {
    const { url: databaseUrl, release } = await takeDatabase();
    onTestFinished(release);
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
});
