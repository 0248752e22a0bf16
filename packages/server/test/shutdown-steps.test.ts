import { expect, onTestFinished, test } from "vitest";
import type { StoredComputer } from "../src/computers/computer.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { describeEngines } from "./describe-engines.ts";
import { fillDatabase } from "./durability/prepared-database.ts";
import { type Engine, engines } from "./engines.ts";
import { StepCommand } from "./faults/step-command.ts";
import { isRunning } from "./is-running.ts";
import { get, Workplace } from "./run-command.ts";
import { sampleComputer } from "./storage/sample-computers.ts";

const computer = sampleComputer({
  id: "a",
  status: "provisioning",
  provisioningSteps: ["first", "second"].map((id) => ({ id, name: id, status: "pending" })),
});

/** Starts the program on a database of the engine, and waits until it runs the first step, which then ends when the test says so. */
async function startInStep({ takeDatabase }: Engine, settings: Readonly<Record<string, string>>) {
  const { url, release } = await takeDatabase();
  const place = new Workplace();
  onTestFinished(async () => {
    await place[Symbol.asyncDispose]();
    await release();
  });
  const apiKey = await fillDatabase(url, [computer]);
  const step = new StepCommand(place.folder, 0);
  step.hold();
  const environment = { ...step.environment, COMPUTE_HOST_DATABASE_URL: url, ...settings };
  const service = await place.serve([], environment);
  await expect.poll(() => step.runs().length).toBe(1);
  const [run] = step.runs() as [StepCommand extends { runs(): readonly (infer Run)[] } ? Run : never];

  async function read(): Promise<StoredComputer> {
    const storage = await openStorage({ databaseUrl: url });
    const text = await storage.computers.get({ id: "a", ownerId: "usr_ada" });
    await storage.close();
    return JSON.parse(text ?? "");
  }

  /** The steps that the next start runs. */
  async function startAgain(): Promise<void> {
    const next = await place.serveHere({ environment });
    const isActive = async () =>
      ((await (await get(`${next.url}/api/v0/computers/a`, apiKey)).json()) as StoredComputer).status;
    await expect.poll(isActive).toBe("active");
    await next.close();
  }

  return { service, step, run, apiKey, read, startAgain };
}

const attempts = (step: StepCommand) => step.runs().map(({ attempt }) => attempt);
const ends = (step: StepCommand) => step.runs().map(({ hasEnded }) => hasEnded);

describeEngines(engines, (engine) => {
  test("a shutdown that waits keeps serving until the step has ended, and begins no other", async () => {
    const { service, step, apiKey, read, startAgain } = await startInStep(engine, {
      COMPUTE_HOST_SHUTDOWN_STEPS: "wait",
    });
    const stopped = service.stop("SIGTERM");
    await expect.poll(async () => (await get(`${service.url}/readyz`)).status).toBe(503);
    expect((await get(`${service.url}/api/v0/computers/a`, apiKey)).status).toBe(200);
    step.release();
    expect(await stopped).toMatchObject({ exitCode: 0 });
    expect(ends(step)).toEqual([true]);
    expect((await read()).provisioningSteps.map(({ status }) => status)).toEqual(["completed", "pending"]);
    await startAgain();
    expect(ends(step)).toEqual([true, true]);
  });

  if (engine.isShared) return;

  test("a shutdown that kills ends the step, which the next start runs again", async () => {
    const { service, step, run, startAgain } = await startInStep(engine, {
      COMPUTE_HOST_SHUTDOWN_STEPS: "kill",
    });
    expect(await service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
    expect(isRunning(String(run.pid))).toBe(false);
    step.release();
    await startAgain();
    expect(ends(step)).toEqual([false, true, true]);
    expect(attempts(step)).toEqual(attempts(step).toSorted((a, b) => a - b));
    expect(attempts(step)[1]).toBeGreaterThan(run.attempt);
  });

  test("a shutdown that leaves the step does not touch it, and the next start takes it over", async () => {
    const { service, step, run, startAgain } = await startInStep(engine, {
      COMPUTE_HOST_SHUTDOWN_STEPS: "leave",
    });
    const { exitCode, stderr } = await service.stop("SIGTERM");
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Steps are left running")]);
    expect(isRunning(String(run.pid))).toBe(true);
    step.release();
    await startAgain();
    expect(ends(step)).toEqual([true, true]);
  });

  test("a shutdown that has waited for its limit kills the step", async () => {
    const { service, step, run } = await startInStep(engine, {
      COMPUTE_HOST_SHUTDOWN_STEPS: "wait",
      COMPUTE_HOST_SHUTDOWN_STEPS_SECONDS: "1",
    });
    expect(await service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
    expect([ends(step), isRunning(String(run.pid))]).toEqual([[false], false]);
  });

  test("a second signal ends the wait, and the step continues as after a kill", async () => {
    const { service, step, run, startAgain } = await startInStep(engine, {
      COMPUTE_HOST_SHUTDOWN_STEPS: "wait",
    });
    const stopped = service.stop("SIGTERM");
    await expect.poll(() => service.written()).toContain("Waiting for running steps");
    service.process.kill("SIGTERM");
    expect(await stopped).toMatchObject({ exitCode: 143 });
    expect(isRunning(String(run.pid))).toBe(true);
    step.release();
    await startAgain();
    expect(ends(step)).toEqual([true, true]);
  });
});
