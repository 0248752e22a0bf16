import { globSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isRunning } from "../is-running.ts";
import { takePreparedDatabase } from "../postgres/test-database.ts";
import { StepScene } from "./step-scene.ts";

/** How long after the last renewal of the shortest lease a command has certainly ended, in milliseconds. */
const beyondLeaseMs = 9_000;

/** A step that runs under the shortest lease, and its processes. */
async function prepare() {
  const { url, release } = await takePreparedDatabase();
  onTestFinished(release);
  const scene = await StepScene.prepare({
    COMPUTE_HOST_DATABASE_URL: url,
    COMPUTE_HOST_PROVISIONER_LEASE_SECONDS: "10",
  });
  const { command, supervisor, service } = scene;
  return { scene, command, supervisor, service: service.process };
}

/** Waits until none of the processes is running. By itself, the command would not end. */
const gone = (...pids: readonly number[]) =>
  expect.poll(() => pids.filter((pid) => isRunning(String(pid)))).toEqual([]);

test("a command continues while its lease is renewed, even while its supervisor is suspended", async () => {
  const { scene, command, supervisor } = await prepare();
  process.kill(supervisor, "SIGSTOP");
  await wait(beyondLeaseMs);
  process.kill(supervisor, "SIGCONT");
  await wait(500);
  // If the machine stalls for seconds, the node itself cannot renew the lease.
  const isLost = () => scene.service.written().includes("has to stop");
  await expect.poll(() => isRunning(String(command)) || isLost()).toBe(true);
});

test("a command ends when its node is suspended past its lease, and runs again", async () => {
  const { scene, command, service } = await prepare();
  service.kill("SIGSTOP");
  await gone(command);
  service.kill("SIGCONT");
  scene.step.release();
  expect(await scene.ends()).toMatchObject({ status: "active" });
  expect([scene.endings()[0], scene.step.overlaps()]).toEqual([false, []]);
});

test("a command under a lease ends when its node is killed, and leaves no folder or supervisor", async () => {
  const { scene, command, supervisor, service } = await prepare();
  service.kill("SIGKILL");
  await gone(command, supervisor);
  expect(globSync("compute-host-runs-*", { cwd: scene.place.folder })).toEqual([]);
});
