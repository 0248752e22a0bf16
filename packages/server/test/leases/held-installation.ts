import { expect, onTestFinished } from "vitest";
import { indexOfRunner } from "../faults/fault-report.ts";
import { ServiceNodes } from "../faults/service-nodes.ts";
import { takeTestDatabase } from "../postgres/test-database.ts";

/** Starts two nodes on PostgreSQL, and an installation on the first computer that does not end before `step.release()`. */
export async function startHeldInstallation() {
  const { url: databaseUrl, release } = await takeTestDatabase();
  const environment = { COMPUTE_HOST_SHUTDOWN_STEPS: "kill" };
  const service = await ServiceNodes.start({ count: 2, databaseUrl, stepMs: 0, environment });
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await release();
  });
  service.step.hold();
  const [id = "", url = ""] = [service.ids[0], service.urls[0]];
  expect(await service.calls.retry(url, id)).toBe(202);
  return { service, databaseUrl, id, index: await indexOfRunner(service) };
}
