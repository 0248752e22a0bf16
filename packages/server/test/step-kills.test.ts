import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { StoredComputer } from "../src/computers/computer.ts";
import { prepareDatabase } from "./durability/prepared-database.ts";
import { StepCommand } from "./faults/step-command.ts";
import { isRunning } from "./is-running.ts";
import { get, type RunningService, Workplace } from "./run-command.ts";
import { sampleComputer } from "./storage/sample-computers.ts";

const computer = sampleComputer({
  id: "a",
  status: "provisioning",
  provisioningSteps: ["first", "second"].map((id) => ({ id, name: id, status: "pending" })),
});

/** A service that runs the first step of a computer, which goes on until the test releases it. */
class Scene {
  readonly place = new Workplace();
  readonly step = new StepCommand(this.place.folder, 0);
  apiKey = "";
  first: RunningService | undefined;
  #url = "";

  static async prepare(settings: Readonly<Record<string, string>> = {}): Promise<Scene> {
    const scene = new Scene();
    onTestFinished(() => scene.place[Symbol.asyncDispose]());
    scene.apiKey = await prepareDatabase(scene.place.databasePath, [computer]);
    scene.step.hold();
    scene.first = await scene.place.serve([], { ...scene.step.environment, ...settings });
    scene.#url = scene.first.url;
    await expect.poll(() => scene.step.runs().length).toBe(1);
    return scene;
  }

  async killService(): Promise<void> {
    await this.first?.stop("SIGKILL");
  }

  /** Starts it again, in the process of the test. */
  async serveAgain(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#url = (await this.place.serveHere({ environment: { ...this.step.environment, ...settings } })).url;
  }

  get command(): number {
    return this.step.runs().at(-1)?.pid ?? 0;
  }

  get supervisor(): number {
    const runs = `${this.place.databasePath}-runs`;
    const [file = ""] = (readdirSync(runs, { recursive: true }) as string[]).filter((name) =>
      name.endsWith("processes"),
    );
    return JSON.parse(readFileSync(join(runs, file), "utf8")).supervisor;
  }

  async read(): Promise<StoredComputer> {
    return (await get(`${this.#url}/api/v0/computers/a`, this.apiKey)).json() as Promise<StoredComputer>;
  }

  async ends(): Promise<StoredComputer> {
    await expect.poll(async () => (await this.read()).status).not.toBe("provisioning");
    return this.read();
  }
}

const ends = ({ step }: Scene) => step.runs().map(({ hasEnded }) => hasEnded);

test.each<[string, (scene: Scene) => Promise<void>, readonly boolean[]]>([
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
  const scene = await Scene.prepare();
  const first = scene.command;
  await kill(scene);
  if (expected[0] === false) await expect.poll(() => scene.step.runs().length).toBe(2);
  expect(isRunning(String(first))).toBe(expected[0]);
  scene.step.release();
  expect(await scene.ends()).toMatchObject({ status: "active" });
  expect(ends(scene)).toEqual(expected);
  expect(scene.step.overlaps()).toEqual([]);
});

async function killService(scene: Scene): Promise<void> {
  await scene.killService();
  await scene.serveAgain();
}

async function killSupervisor(scene: Scene): Promise<void> {
  process.kill(scene.supervisor, "SIGKILL");
}

test("a step whose command is killed fails with the signal, also while no service runs", async () => {
  const scene = await Scene.prepare();
  await scene.killService();
  process.kill(scene.command, "SIGKILL");
  await scene.serveAgain();
  const { provisioningSteps, status } = await scene.ends();
  expect([status, provisioningSteps[0]?.error]).toEqual(["error", "The command was ended by SIGKILL."]);
});

test("a step whose computer is deleted while no service runs is ended by the next start", async () => {
  const scene = await Scene.prepare();
  await scene.killService();
  await scene.place.run(["computers", "delete", "a"]);
  await scene.serveAgain();
  await expect.poll(() => isRunning(String(scene.command))).toBe(false);
  await expect.poll(() => globSync("*", { cwd: `${scene.place.databasePath}-runs` })).toEqual([]);
});

test("a step ends at its time limit while no service runs", async () => {
  const settings = { COMPUTE_HOST_PROVISIONER_TIMEOUT_SECONDS: "2" };
  const scene = await Scene.prepare(settings);
  await scene.killService();
  await expect.poll(() => isRunning(String(scene.command))).toBe(false);
  await scene.serveAgain(settings);
  const { provisioningSteps, status } = await scene.ends();
  expect([status, provisioningSteps[0]?.error]).toEqual([
    "error",
    "The command took longer than 2 s and was killed.",
  ]);
});

test("a step whose supervisor and command got the signal that stops the service runs again", async () => {
  const scene = await Scene.prepare();
  process.kill(scene.supervisor, "SIGTERM");
  process.kill(scene.command, "SIGTERM");
  await scene.killService();
  scene.step.release();
  await scene.serveAgain();
  expect(await scene.ends()).toMatchObject({ status: "active" });
  expect(ends(scene)).toEqual([false, true, true]);
});

test("a supervisor that stays stopped past the time limit is replaced, and the step runs again", async () => {
  const scene = await Scene.prepare({ COMPUTE_HOST_PROVISIONER_TIMEOUT_SECONDS: "1" });
  const first = scene.command;
  process.kill(scene.supervisor, "SIGSTOP");
  await expect.poll(() => scene.step.runs().length, { timeout: 60_000 }).toBe(2);
  expect(isRunning(String(first))).toBe(false);
  expect(scene.step.overlaps()).toEqual([]);
});
