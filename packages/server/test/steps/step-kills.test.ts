import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { isRunning } from "../is-running.ts";
import { StepScene } from "./step-scene.ts";

test.each<[string, (scene: StepScene) => Promise<void>, readonly boolean[]]>([
  ["service", killService, [true, true]],
  ["supervisor", killSupervisor, [false, true, true]],
  [
    "service, and then its supervisor,",
    async (scene) => {
      const { supervisor } = scene;
      await scene.killService();
      process.kill(supervisor, "SIGKILL");
      await scene.serveAgain();
    },
    [false, true, true],
  ],
])("a step whose %s is killed ends once, and never runs beside another", async (_who, kill, expected) => {
  const scene = await StepScene.prepare();
  const first = scene.command;
  await kill(scene);
  if (expected[0] === false) await expect.poll(() => scene.step.runs().length).toBe(2);
  expect(isRunning(String(first))).toBe(expected[0]);
  scene.step.release();
  expect(await scene.ends()).toMatchObject({ status: "active" });
  expect(scene.endings()).toEqual(expected);
  expect(scene.step.overlaps()).toEqual([]);
});

async function killService(scene: StepScene): Promise<void> {
  await scene.killService();
  await scene.serveAgain();
}

async function killSupervisor(scene: StepScene): Promise<void> {
  process.kill(scene.supervisor, "SIGKILL");
}

test("a step whose command is killed fails with the signal, also while no service runs", async () => {
  const scene = await StepScene.prepare();
  await scene.killService();
  process.kill(scene.command, "SIGKILL");
  await scene.serveAgain();
  const { provisioningSteps, status } = await scene.ends();
  expect([status, provisioningSteps[0]?.error]).toEqual(["error", "The command was ended by SIGKILL."]);
});

test("a step whose computer is deleted while no service runs is ended by the next start", async () => {
  const scene = await StepScene.prepare();
  await scene.killService();
  await scene.place.run(["computers", "delete", "a"]);
  await scene.serveAgain();
  await expect.poll(() => isRunning(String(scene.command))).toBe(false);
  await expect.poll(() => globSync("*", { cwd: `${scene.place.databasePath}-runs` })).toEqual([]);
});

test("a step ends at its time limit while no service runs", async () => {
  const settings = { COMPUTE_HOST_PROVISIONER_TIMEOUT_SECONDS: "2" };
  const scene = await StepScene.prepare(settings);
  await scene.killService();
  await expect.poll(() => isRunning(String(scene.command))).toBe(false);
  await scene.serveAgain();
  const { provisioningSteps, status } = await scene.ends();
  expect([status, provisioningSteps[0]?.error]).toEqual([
    "error",
    "The command took longer than 2 s and was killed.",
  ]);
});

test("a step whose supervisor and command got the signal that stops the service runs again", async () => {
  const scene = await StepScene.prepare();
  process.kill(scene.supervisor, "SIGTERM");
  process.kill(scene.command, "SIGTERM");
  await scene.killService();
  scene.step.release();
  await scene.serveAgain();
  expect(await scene.ends()).toMatchObject({ status: "active" });
  expect(scene.endings()).toEqual([false, true, true]);
});

test("a supervisor that stays stopped past the time limit is replaced, and the step runs again", async () => {
  const scene = await StepScene.prepare({ COMPUTE_HOST_PROVISIONER_TIMEOUT_SECONDS: "5" });
  const first = scene.command;
  process.kill(scene.supervisor, "SIGSTOP");
  await expect.poll(() => scene.step.runs().length).toBe(2);
  expect(isRunning(String(first))).toBe(false);
  expect(scene.step.overlaps()).toEqual([]);
});
