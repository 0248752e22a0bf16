import { expect, onTestFinished, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { ServiceNodes } from "../faults/service-nodes.ts";
import { startHeldInstallation } from "../leases/held-installation.ts";
import { takeTestDatabase } from "../postgres/test-database.ts";

test("a job that replaces a running one begins when the command of that one has ended", async () => {
  const { service, databaseUrl, id } = await startHeldInstallation();
  const storage = await openStorage({ databaseUrl });
  await storage.computers.change({ id, ownerId: "usr_ada" }, (computer) => ({
    computer: {
      ...computer,
      provisioningSteps: computer.provisioningSteps.map((step) => ({ ...step, installSessionId: "ins_2" })),
    },
    startsJob: true,
  }));
  await storage.close();
  await expect.poll(() => service.step.runs().length).toBe(2);
  service.step.release();
  await expect.poll(() => service.step.ends().length).toBe(1);
  expect(service.step.overlaps()).toEqual([]);
  expect(service.step.runs()[1]).toMatchObject({ session: "ins_2", hasEnded: true });
});

test("twenty jobs on three nodes run once each", async () => {
  const { url: databaseUrl, release } = await takeTestDatabase();
  onTestFinished(release);
  await using service = await ServiceNodes.start({ count: 3, databaseUrl, computers: 20, stepMs: 100 });
  const { calls, ids, urls, step } = service;
  await Promise.all(ids.map((id, at) => calls.retry(urls[at % 3] as string, id)));
  await expect.poll(() => step.ends().length).toBe(20);
  expect(new Set(step.runs().map(({ computerId }) => computerId)).size).toBe(20);
  expect(new Set(step.runs().map(({ attempt }) => attempt)).size).toBe(20);
  expect(step.runs()).toHaveLength(20);
});
