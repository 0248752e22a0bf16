import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import type { Engine } from "../engines.ts";
import { expectNothingLost, waitForWrites } from "./fault-report.ts";
import { startLoad } from "./load.ts";
import { ServiceNodes } from "./service-nodes.ts";

/** Declares the test of one node on each engine that is killed in its writes, and started again each time. */
export function testKills(engines: readonly Engine[], kills: number): void {
  describeEngines(engines, ({ takeDatabase, isShared }) => {
    test(`one node that is killed in its writes, ${kills} times, loses nothing`, async () => {
      const { url: databaseUrl, release } = await takeDatabase();
      onTestFinished(release);
      await using service = await ServiceNodes.start({ count: 1, databaseUrl });
      const { calls, ids, step, place } = service;
      for (let kill = 0; kill < kills; kill++) {
        const load = startLoad({
          calls,
          nodes: () => service.urls,
          computers: ids,
          retried: ids.slice(0, 2),
        });
        const killed = Promise.withResolvers<unknown>();
        let left = 20 + ((kill * 37) % 80);
        // In a callback of a response, while the other callers wait for theirs.
        calls.onWrite = () => {
          if (--left === 0) killed.resolve(service.nodes[0]?.stop("SIGKILL"));
        };
        await killed.promise;
        if (!isShared) expect(integrityOf(databaseUrl.slice("sqlite:".length), place.folder)).toBe("ok");
        await service.startNode(0);
        await waitForWrites(service, 20);
        await load.stop();
        // What has no response by now never takes effect.
        await expectNothingLost(service, "kill -9 of the only node", "started again");
      }
      const sessions = step.runs().map(({ session }) => session);
      // A command survives its service on the same machine, and the next one waits for it.
      if (!isShared) expect(new Set(sessions).size).toBe(sessions.length);
    });
  });
}

/** Checks a copy of the files, since opening a database changes them. */
function integrityOf(path: string, folder: string): unknown {
  const copy = join(folder, "copy.db");
  for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) cpSync(path + suffix, copy + suffix);
  const database = new DatabaseSync(copy);
  try {
    return database.prepare("pragma integrity_check").get()?.integrity_check;
  } finally {
    database.close();
  }
}
