import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { describeEngines } from "../describe-engines.ts";
import { fillDatabase } from "../durability/prepared-database.ts";
import { engines } from "../engines.ts";
import { query } from "../postgres/query.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

/** Sets the last attempt of every job, as a clock leaves it that was ahead. */
async function setLast(url: string, attempt: number): Promise<void> {
  const set = `update jobs set attempt = ${attempt}, node = null`;
  if (url.startsWith("postgres")) {
    await query(url, set.replace("jobs", "compute_host.jobs"));
    return;
  }
  using database = new DatabaseSync(url.slice("sqlite:".length));
  database.exec(set);
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
