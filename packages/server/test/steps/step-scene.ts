import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { get, type RunningService, Workplace } from "../commands/run-command.ts";
import { fillDatabase } from "../durability/fill-database.ts";
import { StepCommand } from "../faults/step-command.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

const computer = sampleComputer({
  id: "a",
  provisioningSteps: ["first", "second"].map((id) => ({ id, name: id, status: "pending" })),
});

/** A service that runs the first of a computer's two steps, which continues until the test releases it. */
export class StepScene {
  readonly place = new Workplace();
  readonly step = new StepCommand(this.place.folder, 0);
  readonly #environment: Readonly<Record<string, string>>;
  apiKey = "";
  #service: RunningService | undefined;
  #url = "";

  private constructor(settings: Readonly<Record<string, string>>) {
    this.#environment = { TMPDIR: this.place.folder, ...this.step.environment, ...settings };
    onTestFinished(() => this.place[Symbol.asyncDispose]());
  }

  /** Starts the service in a separate process, and waits until the step is running. */
  static async prepare(settings: Readonly<Record<string, string>> = {}): Promise<StepScene> {
    const scene = new StepScene(settings);
    const { COMPUTE_HOST_DATABASE_URL: url = scene.place.databaseUrl } = settings;
    scene.apiKey = await fillDatabase(url, [computer]);
    scene.step.hold();
    scene.#service = await scene.place.serve(scene.#environment);
    scene.#url = scene.#service.url;
    await expect.poll(() => scene.step.runs().length).toBe(1);
    return scene;
  }

  get service(): RunningService {
    if (this.#service === undefined) throw new Error("The service has not started.");
    return this.#service;
  }

  killService(): Promise<unknown> {
    return this.service.stop("SIGKILL");
  }

  /** Starts it again, in the test's process. */
  async serveAgain(): Promise<void> {
    this.#url = (await this.place.serveHere({ environment: this.#environment })).url;
  }

  get command(): number {
    return this.step.runs().at(-1)?.pid ?? 0;
  }

  get supervisor(): number {
    const [file = ""] = globSync("**/owner", { cwd: this.place.folder });
    return JSON.parse(readFileSync(join(this.place.folder, file), "utf8")).supervisor;
  }

  async read(): Promise<StoredComputer> {
    return (await get(`${this.#url}/api/v0/computers/a`, this.apiKey)).json() as Promise<StoredComputer>;
  }

  async ends(): Promise<StoredComputer> {
    await expect.poll(async () => (await this.read()).status).not.toBe("provisioning");
    return this.read();
  }

  /** Whether each run of a step ended normally. */
  endings(): readonly boolean[] {
    return this.step.runs().map(({ hasEnded }) => hasEnded);
  }

  attempts(): readonly number[] {
    return this.step.runs().map(({ attempt }) => attempt);
  }
}
