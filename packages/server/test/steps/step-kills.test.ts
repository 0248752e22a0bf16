import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { isRunning } from "../is-running.ts";
import { StepScene } from "./step-scene.ts";

// The lab and shutdown-steps.test.ts test that a step continues if only its service is killed.
test.each([
  ["supervisor", false],
  ["service, and then its supervisor,", true],
])(
  "a step whose %s is killed completes once, and never runs twice at the same time",
  async (_who, isServiceKilled) => {
    const scene = await StepScene.prepare();
    const { command, supervisor } = scene;
    if (isServiceKilled) await scene.killService();
    process.kill(supervisor, "SIGKILL");
    if (isServiceKilled) await scene.serveAgain();
    await expect.poll(() => scene.step.runs().length).toBe(2);
    expect(isRunning(String(command))).toBe(false);
    scene.step.release();
    expect(await scene.ends()).toMatchObject({ status: "active" });
    expect(scene.endings()).toEqual([false, true, true]);
    expect(scene.step.overlaps()).toEqual([]);
  },
);

test("a step whose command is killed fails with the signal, even while no service is running", async () => {
  const scene = await StepScene.prepare();
  await scene.killService();
  process.kill(scene.command, "SIGKILL");
  await scene.serveAgain();
  const { provisioningSteps, status } = await scene.ends();
  expect([status, provisioningSteps[0]?.error]).toEqual(["error", "The command was ended by SIGKILL."]);
});

test("a step whose computer is deleted while no service is running is ended by the next start", async () => {
  const scene = await StepScene.prepare();
  await scene.killService();
  await scene.place.run(["computers", "delete", "a"]);
  await scene.serveAgain();
  await expect.poll(() => isRunning(String(scene.command))).toBe(false);
  await expect.poll(() => globSync("*", { cwd: `${scene.place.databasePath}-runs` })).toEqual([]);
});

test("a step ends at its time limit while no service is running", async () => {
  const settings = { COMPUTE_HOST_PROVISIONER_TIMEOUT_SECONDS: "2" };
  const scene = await StepScene.prepare(settings);
  await scene.killService();
  await expect.poll(() => isRunning(String(scene.command))).toBe(false);
  await scene.serveAgain();
  const { provisioningSteps, status } = await scene.ends();
  expect([status, provisioningSteps[0]?.error]).toEqual(["error", "The command took longer than 2 s."]);
});

test.each([
  ["the signal that stops the service", true],
  ["such a signal, but not the service,", false],
])("a step whose supervisor and command got %s runs again", async (_what, isServiceKilled) => {
  const scene = await StepScene.prepare();
  process.kill(scene.supervisor, "SIGTERM");
  process.kill(scene.command, "SIGTERM");
  if (isServiceKilled) await scene.killService();
  scene.step.release();
  if (isServiceKilled) await scene.serveAgain();
  expect(await scene.ends()).toMatchObject({ status: "active" });
  expect(scene.endings()).toEqual([false, true, true]);
});

test.runIf(process.platform === "linux")(
  "a supervisor that is stopped is told once with its PID, and its step ends once it continues",
  async () => {
    const scene = await StepScene.prepare();
    const { supervisor } = scene;
    process.kill(supervisor, "SIGSTOP");
    await expect
      .poll(() => scene.service.written())
      .toContain(`"pid":${supervisor},"msg":"The supervisor is stopped`);
    scene.step.release();
    process.kill(supervisor, "SIGCONT");
    expect(await scene.ends()).toMatchObject({ status: "active" });
    expect(scene.service.written().match(/supervisor is stopped/g)).toHaveLength(1);
    expect(scene.endings()).toEqual([true, true]);
  },
);
