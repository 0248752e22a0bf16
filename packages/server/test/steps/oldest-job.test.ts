import { expect, onTestFinished, test } from "vitest";
import { get, Workplace } from "../commands/run-command.ts";
import { describeEngines } from "../describe-engines.ts";
import { fillDatabase } from "../durability/fill-database.ts";
import { engines } from "../engines.ts";
import { StepCommand } from "../faults/step-command.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

const provisioning = (id: string) =>
  sampleComputer({
    id,
    provisioningSteps: [{ id: "install-deps", name: "Install", status: "pending" }],
  });

describeEngines(engines, ({ takeDatabase }) => {
  test("a job that waits for a place has an age in the metrics, and none does once it runs", async () => {
    await using place = new Workplace();
    const { url, release } = await takeDatabase();
    onTestFinished(release);
    await fillDatabase(url, [provisioning("a"), provisioning("b")]);
    const step = new StepCommand(place.folder, 0);
    step.hold();
    const service = await place.serveHere({
      environment: {
        ...step.environment,
        COMPUTE_HOST_DATABASE_URL: url,
        COMPUTE_HOST_PROVISIONER_CONCURRENCY: "1",
        TMPDIR: place.folder,
      },
    });
    const age = async () => {
      const text = await (await get(`${service.url}/metrics`)).text();
      return Number(/^compute_host_provisioning_oldest_waiting_job_seconds (.*)$/m.exec(text)?.[1]);
    };
    await expect.poll(() => step.runs().length).toBe(1);
    await expect.poll(age).toBeGreaterThan(1);
    step.release();
    await expect.poll(() => step.runs().map(({ hasEnded }) => hasEnded)).toEqual([true, true]);
    expect(await age()).toBe(0);
  });
});
