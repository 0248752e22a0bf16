import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { get, Workplace } from "../commands/run-command.ts";
import { fillDatabase } from "../durability/fill-database.ts";
import { isRunning } from "../is-running.ts";
import { sampleComputer } from "../storage/sample-computers.ts";
import { StepScene } from "./step-scene.ts";

const provisioning = sampleComputer({
  id: "a",
  provisioningSteps: [{ id: "install-deps", name: "Install", status: "pending" }],
});

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

test("a step whose command kills its supervisor runs again with growing pauses and a count, and its figures are told", async () => {
  await using place = new Workplace();
  const apiKey = await fillDatabase(place.databaseUrl, [provisioning]);
  const environment = place.stepsBy('[ -e "$(dirname "$0")/mended" ] || kill -KILL $PPID', "exit 0");
  const { url, written } = await place.serve(environment);
  const metric = async (name: string) =>
    Number(
      new RegExp(`^compute_host_provisioning_${name} (.*)$`, "m").exec(
        await (await get(`${url}/metrics`)).text(),
      )?.[1],
    );
  await expect.poll(written).toContain('"count":3,"pauseMs":4000');
  expect(await metric("steps_waiting")).toBe(1);
  await expect.poll(() => metric("oldest_waiting_step_seconds")).toBeGreaterThan(0);
  place.write("mended", "");
  const status = async () =>
    ((await (await get(`${url}/api/v0/computers/a`, apiKey)).json()) as { status: string }).status;
  await expect.poll(status).toBe("active");
  expect([await metric("steps_waiting"), await metric("oldest_running_step_seconds")]).toEqual([0, 0]);
});

test("the count of a step's interruptions survives a restart, and counts the kill of service and supervisor", async () => {
  await using place = new Workplace();
  const apiKey = await fillDatabase(place.databaseUrl, [provisioning]);
  const environment = place.stepsBy(
    'here="$(dirname "$0")"',
    '[ -e "$here/mended" ] && exit 0',
    'echo $PPID > "$here/supervisor"; [ -e "$here/held" ] && exec sleep 300',
    "kill -KILL $PPID",
  );
  const first = await place.serve(environment);
  await expect.poll(first.written).toContain('"count":2,"pauseMs":2000');
  const held = place.write("held", "");
  await expect
    .poll(() => statSync(join(place.folder, "supervisor")).mtimeMs)
    .toBeGreaterThan(statSync(held).mtimeMs);
  await first.stop("SIGKILL");
  process.kill(Number(readFileSync(join(place.folder, "supervisor"), "utf8")), "SIGKILL");
  place.write("mended", "");
  const second = await place.serveHere({ environment });
  const status = async () =>
    ((await (await get(`${second.url}/api/v0/computers/a`, apiKey)).json()) as { status: string }).status;
  await expect.poll(status).toBe("active");
  expect(await second.close()).toContain('"count":3,"pauseMs":4000');
});
