import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { query } from "../postgres/query.ts";
import { type TestDatabase, takeTestDatabase } from "../postgres/test-database.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

const program = fileURLToPath(new URL("./job-node.ts", import.meta.url));
/** A line that the command writes ten times a second, and when it begins and ends. */
interface Sign {
  readonly attempt: number;
  readonly node: number;
  readonly kind: "begin" | "on" | "end";
  readonly at: number;
}

let folder: string;
let command: string;
let database: TestDatabase;
let storage: Storage;
let nodes: ChildProcess[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "compute-host-job-nodes-"));
  const signs = join(folder, "signs");
  writeFileSync(signs, "");
  command = join(folder, "command");
  const lines = [
    "#!/bin/sh",
    `sign() { echo "$COMPUTE_HOST_ATTEMPT $NODE_PID $1 $(date +%s%N)" >> ${signs}; }`,
    "sign begin",
    `while [ ! -e ${folder}/gate ]; do sleep 0.1; sign on; done`,
    "sign end",
  ];
  writeFileSync(command, `${lines.join("\n")}\n`);
  chmodSync(command, 0o755);
  database = await takeTestDatabase();
  storage = await openStorage({ databaseUrl: database.url });
  nodes = [];
});

afterEach(async () => {
  for (const node of nodes) node.kill("SIGKILL");
  await Promise.all(nodes.map((node) => node.exitCode ?? node.signalCode ?? once(node, "exit")));
  await storage.close();
  await database.release();
  rmSync(folder, { recursive: true, force: true });
});

async function startNode(): Promise<ChildProcess> {
  const runs = join(folder, `runs-${nodes.length}`);
  const node = spawn(process.execPath, [program, database.url, command, runs], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  nodes.push(node);
  await once(node.stdout, "data");
  return node;
}

function signs(): readonly Sign[] {
  const lines = readFileSync(join(folder, "signs"), "utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const [attempt, node, kind, at] = line.split(" ");
    return { attempt: Number(attempt), node: Number(node), kind: kind as Sign["kind"], at: Number(at) / 1e6 };
  });
}

const begins = () => signs().filter(({ kind }) => kind === "begin");

async function begun(count: number): Promise<Sign> {
  await expect.poll(() => begins().length, { interval: 20 }).toBe(count);
  return begins()[count - 1] as Sign;
}

async function addJob(): Promise<void> {
  const added = await storage.computers.beginImport();
  const provisioningSteps = [{ id: "install-deps", name: "Install", status: "pending" }];
  await added.add([sampleComputer({ id: "a", provisioningSteps })]);
  await added.commit();
}

async function read(): Promise<StoredComputer> {
  return JSON.parse((await storage.computers.getOwned("a", "usr_ada")) ?? "{}") as StoredComputer;
}

/** Lets the command end, and waits until the computer is ready. */
async function finish(): Promise<void> {
  writeFileSync(join(folder, "gate"), "");
  await expect.poll(async () => (await read()).status).toBe("active");
}

/** Starts two nodes and a job, and tells which of them runs it. */
async function startJob(): Promise<{ readonly holder: ChildProcess; readonly first: Sign }> {
  await Promise.all([startNode(), startNode()]);
  await addJob();
  const first = await begun(1);
  const holder = nodes.find(({ pid }) => pid === first.node);
  if (holder === undefined) throw new Error("the job runs on no node");
  return { holder, first };
}

/** The command of an earlier attempt did nothing after that of a later one had begun. */
function expectNoOverlap(earlier: Sign, later: Sign): void {
  const last = signs().findLast(({ attempt }) => attempt === earlier.attempt);
  expect(later.attempt).toBeGreaterThan(earlier.attempt);
  expect(later.node).not.toBe(earlier.node);
  expect(last?.at).toBeLessThan(later.at);
}

test("a step whose node is killed is taken over, after its command was ended, under the same session", async () => {
  const { holder, first } = await startJob();
  const session = (await read()).provisioningSteps[0]?.installSessionId;
  holder.kill("SIGKILL");
  const killedAt = Date.now();
  const second = await begun(2);
  await finish();
  expectNoOverlap(first, second);
  expect((await read()).provisioningSteps[0]).toMatchObject({
    status: "completed",
    installSessionId: session,
  });
  expect(begins()).toHaveLength(2);
  console.info(`taken over ${Math.round(second.at - killedAt)} ms after SIGKILL`);
});

test("the command of a node that is stopped past its lease ends before the lease, and its result is refused", async () => {
  const { holder, first } = await startJob();
  holder.kill("SIGSTOP");
  const stoppedAt = Date.now();
  const second = await begun(2);
  holder.kill("SIGCONT");
  // The stopped node hears that its command was killed, and must not call that a failure of the step.
  const isGone = async () =>
    (await query(database.url, "select from compute_host.jobs where holder = $1", [first.attempt])).length ===
    0;
  await expect.poll(isGone).toBe(true);
  await finish();
  expectNoOverlap(first, second);
  const [step] = (await read()).provisioningSteps;
  expect(step).not.toHaveProperty("error");
  expect(begins()).toHaveLength(2);
  console.info(`taken over ${Math.round(second.at - stoppedAt)} ms after SIGSTOP`);
});

/** Leases no longer end, from their next renewal on: only a node that releases a job lets another one have it. */
const endlessLeases = `
  create function compute_host.endless() returns trigger language plpgsql as $$
    begin
      if new.lease_until is not null then new.lease_until := 'infinity'; end if;
      return new;
    end
  $$;
  create trigger endless before update on compute_host.jobs
    for each row execute function compute_host.endless()`;

test("a node that shuts down hands over without waiting for the end of its lease", async () => {
  const { holder, first } = await startJob();
  await query(database.url, endlessLeases);
  const endless = "select from compute_host.jobs where lease_until = 'infinity'";
  await expect.poll(async () => (await query(database.url, endless)).length).toBe(1);
  holder.kill("SIGTERM");
  const stoppedAt = Date.now();
  const second = await begun(2);
  await expect.poll(() => holder.exitCode).toBe(0);
  await finish();
  expectNoOverlap(first, second);
  console.info(`taken over ${Math.round(second.at - stoppedAt)} ms after SIGTERM`);
});

test("a job that replaces a running one begins when the command of that one has ended", async () => {
  const { first } = await startJob();
  await storage.computers.change("a", undefined, (computer) => ({
    computer: {
      ...computer,
      provisioningSteps: computer.provisioningSteps.map((step) => ({ ...step, installSessionId: "ins_2" })),
    },
    startsJob: true,
  }));
  const second = await begun(2);
  await finish();
  const last = signs().findLast(({ attempt }) => attempt === first.attempt);
  expect(last?.at).toBeLessThan(second.at);
  expect(second.attempt).toBeGreaterThan(first.attempt);
  expect((await read()).provisioningSteps[0]?.installSessionId).toBe("ins_2");
});

test("twenty jobs on three nodes run once each", async () => {
  writeFileSync(join(folder, "gate"), "");
  await Promise.all([startNode(), startNode(), startNode()]);
  const added = await storage.computers.beginImport();
  const provisioningSteps = [{ id: "install-deps", name: "Install", status: "pending" }];
  const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
  await added.add(ids.map((id) => sampleComputer({ id, provisioningSteps })));
  await added.commit();
  await expect.poll(async () => (await storage.computers.counts()).jobs).toBe(0);
  expect(begins()).toHaveLength(20);
  expect(new Set(begins().map(({ attempt }) => attempt)).size).toBe(20);
});
