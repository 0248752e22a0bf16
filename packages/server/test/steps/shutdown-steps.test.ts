import { expect, onTestFinished, test } from "vitest";
import { get } from "../commands/run-command.ts";
import { describeEngines } from "../describe-engines.ts";
import { engines } from "../engines.ts";
import { isRunning } from "../is-running.ts";
import { StepScene } from "./step-scene.ts";

const isAlive = ({ command }: StepScene) => isRunning(String(command));

/** Lets the step end and the next start run the rest. */
async function finish(scene: StepScene): Promise<void> {
  scene.step.release();
  await scene.serveAgain();
  expect(await scene.ends()).toMatchObject({ status: "active" });
}

describeEngines(engines, ({ takeDatabase, isShared }) => {
  test("a shutdown that waits keeps serving until the step has ended, and starts no other", async () => {
    const { url, release } = await takeDatabase();
    onTestFinished(release);
    const scene = await StepScene.prepare({
      COMPUTE_HOST_DATABASE_URL: url,
      COMPUTE_HOST_SHUTDOWN_STEPS: "wait",
    });
    const stopped = scene.service.stop("SIGTERM");
    await expect.poll(async () => (await get(`${scene.service.url}/readyz`)).status).toBe(503);
    expect(await scene.read()).toMatchObject({ status: "provisioning" });
    scene.step.release();
    expect(await stopped).toMatchObject({ exitCode: 0 });
    expect(scene.endings()).toEqual([true]);
    await scene.serveAgain();
    expect(await scene.ends()).toMatchObject({ status: "active" });
    expect(scene.endings()).toEqual([true, true]);
  });

  if (isShared) return;

  test("a shutdown that kills ends the step, which the next start runs again", async () => {
    const scene = await StepScene.prepare({ COMPUTE_HOST_SHUTDOWN_STEPS: "kill" });
    expect(await scene.service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
    expect(isAlive(scene)).toBe(false);
    await finish(scene);
    expect(scene.endings()).toEqual([false, true, true]);
    const [first = 0, second = 0, third = 0] = scene.attempts();
    expect([second > first, third >= second]).toEqual([true, true]);
  });

  test("a shutdown that leaves the step does not touch it, and the next start takes it over", async () => {
    const scene = await StepScene.prepare({ COMPUTE_HOST_SHUTDOWN_STEPS: "leave" });
    const { exitCode, stderr } = await scene.service.stop("SIGTERM");
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Steps are left running")]);
    expect(isAlive(scene)).toBe(true);
    await finish(scene);
    expect(scene.endings()).toEqual([true, true]);
  });

  test("a second signal ends the wait, and the step continues as after a kill", async () => {
    const scene = await StepScene.prepare({ COMPUTE_HOST_SHUTDOWN_STEPS: "wait" });
    const stopped = scene.service.stop("SIGTERM");
    await expect.poll(() => scene.service.written()).toContain("Waiting for running steps");
    scene.service.process.kill("SIGTERM");
    expect(await stopped).toMatchObject({ exitCode: 143 });
    expect(isAlive(scene)).toBe(true);
    await finish(scene);
    expect(scene.endings()).toEqual([true, true]);
  });
});
