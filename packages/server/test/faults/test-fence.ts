import { describe, expect, test } from "vitest";
import { copyDatabase } from "../../src/admin/copy-database.ts";
import { type ProvisioningJob, unlimitedTurns } from "../../src/computers/computer-store.ts";
import { StorageError } from "../../src/computers/store-errors.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { randomNumbers } from "../random-numbers.ts";
import { sampleComputer, startJob } from "../storage/sample-computers.ts";
import { type CopiedDatabase, type CopiedDatabases, copyPostgres, copySqlite } from "./copied-databases.ts";

const ids = ["a", "b", "c"];
const events = [
  "retry",
  "retry",
  "end",
  "restart",
  "kill",
  "backup",
  "restore",
  "copy",
  "move",
  "failover",
] as const;

/** Random sequences, one for each seed, and how many events each has. */
export interface FenceSequences {
  readonly firstSeed: number;
  readonly lastSeed: number;
  readonly events: number;
}

/** How many sequences a test has at most, so that the limit of its time ends only what hangs. */
const sequencesPerTest = 20;
/** Each sequence whose seed is a multiple of this begins on PostgreSQL, whose databases take a hundred times as long to copy. */
const sequencesPerServer = 7;

/** Declares tests that a host never gets an attempt twice, or one below another, whatever becomes of the database. */
export function testFence({ firstSeed, lastSeed, events: length }: FenceSequences): void {
  describe("attempts rise in random sequences of retries, kills, restores, copies, moves and failovers", () => {
    for (let first = firstSeed; first <= lastSeed; first += sequencesPerTest) {
      const last = Math.min(first + sequencesPerTest - 1, lastSeed);
      test(`of the seeds ${first} to ${last}`, () => runSequences(first, last, length));
    }
  });
}

async function runSequences(first: number, last: number, length: number): Promise<void> {
  await using files = await copySqlite();
  await using server = await copyPostgres();
  const counts: Record<string, number> = {};
  for (let seed = first; seed <= last; seed++) {
    const order = seed % sequencesPerServer === 0 ? [server, files] : [files, server];
    for (const [event] of await runSequence(seed, order, length)) counts[event] = (counts[event] ?? 0) + 1;
  }
  console.info(`seeds ${first} to ${last}: ${JSON.stringify(counts)}`);
}

type History = (readonly [event: string, detail?: string])[];

/** Runs one sequence on the engines, beginning with the first. */
async function runSequence(
  seed: number,
  engines: readonly CopiedDatabases[],
  length: number,
): Promise<History> {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const history: History = [];
  const seen = new Map<string, number>();
  const backups: [CopiedDatabase, CopiedDatabases][] = [];
  let engine = engines[0] as CopiedDatabases;
  let database = await engine.create();
  let replica: CopiedDatabase | undefined;
  let storage: Storage;
  let held = new Map<string, ProvisioningJob>();

  /** Claims what there is, as a node does, and passes each attempt to a host that remembers the highest. */
  async function take(): Promise<void> {
    const running = new Map<string, Set<number>>();
    for (const { ownerId, attempt } of held.values())
      running.set(ownerId, (running.get(ownerId) ?? new Set()).add(attempt));
    for (const job of await again(() => storage.computers.claimJobs(10, { ...unlimitedTurns, running }))) {
      const { computerId, attempt } = job;
      history.push(["step", `${computerId} ${attempt}`]);
      expect(attempt, `seed ${seed}: ${JSON.stringify(history)}`).toBeGreaterThan(seen.get(computerId) ?? 0);
      expect(Number.isSafeInteger(attempt)).toBe(true);
      seen.set(computerId, attempt);
      held.set(computerId, job);
    }
  }

  async function open(next: CopiedDatabase, on: CopiedDatabases = engine): Promise<void> {
    if (on !== engine) replica = undefined;
    [database, engine, held] = [next, on, new Map()];
    storage = await again(() => openStorage({ databaseUrl: database.url }));
    await database.endLeases();
    await take();
  }

  async function end(id: string): Promise<void> {
    const job = held.get(id);
    if (job) {
      await again(() => storage.computers.advanceJob(job, (computer) => ({ computer, ends: true })));
    }
    held.delete(id);
  }

  const run: Record<(typeof events)[number], () => Promise<void>> = {
    async retry() {
      const id = pick(ids);
      await again(() => startJob(storage.computers, id));
      const replaced = held.get(id);
      if (replaced) await again(() => storage.computers.leases?.release([replaced]));
      await take();
    },
    end: () => end(pick(ids)),
    async restart() {
      await storage.close();
      await open(database);
    },
    async kill() {
      // A server keeps the database; of a file, this is what the killed process leaves.
      const left = engine.isServer ? database : await database.fork();
      await storage.close();
      await open(left);
    },
    async backup() {
      backups.push([await database.backUp(storage), engine]);
    },
    async restore() {
      const [backup, on] = pick(backups) ?? [];
      if (backup === undefined) return;
      await storage.close();
      await open(on === engine ? await database.restore(backup) : await backup.fork(), on);
    },
    async copy() {
      await storage.close();
      await open(await database.fork());
    },
    async move() {
      const to = pick(engines);
      const empty = await to.create();
      const moved = await openStorage({ databaseUrl: empty.url });
      // A failover may have ended its connections.
      await storage.close();
      storage = await again(() => openStorage({ databaseUrl: database.url }));
      await copyDatabase(storage, moved);
      await moved.close();
      await storage.close();
      await open(empty, to);
    },
    async failover() {
      if (replica === undefined) return;
      if (!engine.isServer) await storage.close();
      const next = await database.failOver(replica);
      replica = undefined;
      if (!engine.isServer) return open(next);
      await next.endLeases();
      held = new Map();
      await take();
    },
  };

  storage = await again(() => openStorage({ databaseUrl: database.url }));
  const added = await storage.computers.beginImport();
  const provisioningSteps = [{ id: "install-deps", name: "Install", status: "pending" }];
  await added.add(ids.map((id) => sampleComputer({ id, status: "provisioning", provisioningSteps })));
  await added.commit();
  await take();
  for (let count = 0; count < length; count++) {
    const event = pick(events);
    history.push([event]);
    await run[event]();
    // A replica that stays behind from here on.
    if (random() < 0.2) {
      replica = await database.fork();
    }
  }
  await storage.close();
  return history;
}

/** Tries again, as a node does: its connections may be gone, and a busy machine may give no other in time. */
async function again<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageError) || failures === 20) throw error;
    }
  }
}
