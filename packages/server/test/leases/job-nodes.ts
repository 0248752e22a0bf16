import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import { expect } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { query } from "../postgres/query.ts";
import { type TestDatabase, takeTestDatabase } from "../postgres/test-database.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

const program = fileURLToPath(new URL("./job-node.ts", import.meta.url));

/** A line that the command writes ten times a second, and when it begins and ends. */
export interface Sign {
  readonly attempt: number;
  readonly node: number;
  readonly kind: "begin" | "on" | "end";
  readonly at: number;
}

/** Processes that run the jobs of one database with a command that writes {@link Sign}s until it may end. */
export class JobNodes implements AsyncDisposable {
  readonly storage: Storage;
  readonly #database: TestDatabase;
  readonly #folder = mkdtempSync(join(tmpdir(), "compute-host-job-nodes-"));
  readonly #nodes: StartedProcess[] = [];

  private constructor(database: TestDatabase, storage: Storage) {
    this.#database = database;
    this.storage = storage;
    writeFileSync(this.#path("signs"), "");
    const lines = [
      "#!/bin/sh",
      `sign() { echo "$COMPUTE_HOST_ATTEMPT $NODE_PID $1 $(date +%s%N)" >> ${this.#path("signs")}; }`,
      "sign begin",
      `while [ ! -e ${this.#path("gate")} ]; do sleep 0.1; sign on; done`,
      "sign end",
    ];
    writeFileSync(this.#path("command"), `${lines.join("\n")}\n`);
    chmodSync(this.#path("command"), 0o755);
  }

  /** Starts as many nodes. */
  static async start(count: number): Promise<JobNodes> {
    const database = await takeTestDatabase();
    const nodes = new JobNodes(database, await openStorage({ databaseUrl: database.url }));
    await Promise.all(Array.from({ length: count }, () => nodes.#startNode()));
    return nodes;
  }

  async #startNode(): Promise<void> {
    const runs = this.#path(`runs-${this.#nodes.length}`);
    const args = [program, this.#database.url, this.#path("command"), runs];
    const node = new StartedProcess(process.execPath, args);
    this.#nodes.push(node);
    await node.prints(/./);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  /** Runs a statement on the database. */
  sql(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
    return query(this.#database.url, text, values);
  }

  async addJobs(...ids: readonly string[]): Promise<void> {
    const added = await this.storage.computers.beginImport();
    const provisioningSteps = [{ id: "install-deps", name: "Install", status: "pending" }];
    await added.add(ids.map((id) => sampleComputer({ id, provisioningSteps })));
    await added.commit();
  }

  /** Adds the job of the computer `a`, and tells which node runs it. */
  async startJob(): Promise<{ readonly holder: ChildProcess; readonly first: Sign }> {
    await this.addJobs("a");
    const first = await this.begun(1);
    const holder = this.#nodes.map(({ child }) => child).find(({ pid }) => pid === first.node);
    if (holder === undefined) throw new Error("the job runs on no node");
    return { holder, first };
  }

  #signs(): readonly Sign[] {
    const lines = readFileSync(this.#path("signs"), "utf8").split("\n").slice(0, -1);
    return lines.map((line) => {
      const [attempt, node, kind, at] = line.split(" ");
      return {
        attempt: Number(attempt),
        node: Number(node),
        kind: kind as Sign["kind"],
        at: Number(at) / 1e6,
      };
    });
  }

  begins(): readonly Sign[] {
    return this.#signs().filter(({ kind }) => kind === "begin");
  }

  async begun(count: number): Promise<Sign> {
    await expect.poll(() => this.begins().length, { interval: 50 }).toBe(count);
    return this.begins()[count - 1] as Sign;
  }

  /** The computer `a`. */
  async read(): Promise<StoredComputer> {
    return JSON.parse(
      (await this.storage.computers.get({ id: "a", ownerId: "usr_ada" })) ?? "{}",
    ) as StoredComputer;
  }

  /** Lets every command end. */
  openGate(): void {
    writeFileSync(this.#path("gate"), "");
  }

  /** Lets the command end, and waits until the computer `a` is ready. */
  async finish(): Promise<void> {
    this.openGate();
    await expect.poll(async () => (await this.read()).status).toBe("active");
  }

  /** The command of an earlier attempt did nothing after that of a later one had begun. */
  expectNoOverlap(earlier: Sign, later: Sign): void {
    const last = this.#signs().findLast(({ attempt }) => attempt === earlier.attempt);
    expect(later.attempt).toBeGreaterThan(earlier.attempt);
    expect(last?.at).toBeLessThan(later.at);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.stop("SIGKILL")));
    await this.storage.close();
    await this.#database.release();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
