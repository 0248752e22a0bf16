import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { describeEngines } from "../describe-engines.ts";
import { fillDatabase } from "../durability/prepared-database.ts";
import { engines } from "../engines.ts";
import { query } from "../postgres/query.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

/** Sets the last attempt, as a clock leaves it that was ahead. */
async function setLast(url: string, attempt: number): Promise<void> {
  if (url.startsWith("postgres")) {
    await query(url, `select setval('compute_host.job_attempts', ${attempt})`);
    await query(url, "update compute_host.jobs set lease_until = null");
    return;
  }
  const database = new DatabaseSync(url.slice("sqlite:".length));
  database.exec(`update sqlite_sequence set seq = ${attempt} where name = 'jobs'`);
  database.close();
}

describeEngines(engines, ({ takeDatabase }) => {
  test("an attempt is the time in microseconds, or one more than the last if that is higher", async () => {
    const { url, release } = await takeDatabase();
    const steps = [{ id: "install-deps", name: "Install", status: "pending" }];
    await fillDatabase(url, [sampleComputer({ id: "a", provisioningSteps: steps })]);
    const claim = async () => {
      const storage = await openStorage({ databaseUrl: url });
      const jobs = await storage.computers.claimJobs(10);
      await storage.close();
      return jobs.map(({ attempt }) => attempt);
    };
    const before = Date.now();
    const [attempt = 0] = await claim();
    expect(attempt).toBeGreaterThanOrEqual(before * 1000);
    expect(attempt).toBeLessThanOrEqual((Date.now() + 1) * 1000);
    await setLast(url, 4e15);
    expect(await claim()).toEqual([4e15 + 1]);
    await release();
  });
});
