import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ComputerStore } from "../../src/computers/computer-store.ts";
import { StorageError } from "../../src/computers/store-errors.ts";
import type { Engine, FailureKind, Plan, Plans } from "../../src/storage/engine.ts";
import { createGroupCommit, type GroupCommit } from "../../src/storage/groups/group-commit.ts";
import { createSqliteEngine } from "../../src/storage/sqlite/engine.ts";
import { watchHealth } from "../../src/storage/sqlite/file/health.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { createComputerStore } from "../../src/storage/stores/computers.ts";
import { createJobs } from "../../src/storage/stores/jobs.ts";
import { addComputers, changeComputer } from "./sample-computers.ts";

/** How transactions of writes to the computer `bad` fail: SQLite stands for a database that other sessions use. */
interface Scene {
  failsAs: FailureKind | "bug" | "conflict";
  /** How many of them fail. */
  times: number;
  /** Which computers the database says are locked. It throws if the database cannot say. */
  locked: () => readonly string[];
  refusal: Error | undefined;
  /** Whether the database can say which names are taken. */
  canTell: boolean;
}

class Failure extends Error {
  readonly kind: Scene["failsAs"];

  constructor(kind: Scene["failsAs"]) {
    super(kind);
    this.kind = kind;
  }
}

let scene: Scene;
let store: ComputerStore;
let group: GroupCommit;
/** The transactions of writes so far: their computers, with how long they wait for a lock. */
let tries: { readonly ids: string; readonly lockMs: number | undefined }[];
let refuse: (refusal: Error) => void;
let close: () => void;

beforeEach(() => {
  scene = { failsAs: "bug", times: 0, locked: () => [], refusal: undefined, canTell: true };
  tries = [];
});
afterEach(() => {
  vi.useRealTimers();
  close();
});

async function open(hasOthers: boolean): Promise<void> {
  const database = openDatabase({ path: ":memory:" });
  const health = watchHealth({ database, path: ":memory:" });
  const sqlite = createSqliteEngine(database, health);
  const engine: Engine = {
    ...sqlite,
    commitAll: (plans) => sqlite.commitAll((afterCommit) => failing(plans(afterCommit))),
    kindOf: (error) =>
      error instanceof Failure && !/bug|conflict/.test(error.kind) ? (error.kind as FailureKind) : undefined,
    conflictOf: (error) =>
      error instanceof Failure ? (error.kind === "conflict" ? "name" : undefined) : sqlite.conflictOf(error),
    asStorageError: (cause) =>
      cause instanceof Failure ? new StorageError(cause.kind, { isUnprocessed: true, cause }) : cause,
    ...(hasOthers && {
      otherSessions: {
        findLocked: (ids) => ({
          reads: [],
          decide() {
            const locked = scene.locked();
            return { writes: [], result: ids.filter((id) => locked.includes(id)) };
          },
        }),
        refusal: () => scene.refusal,
        onRefusal: (listener) => (refuse = listener),
      },
    }),
  };
  group = createGroupCommit(engine);
  store = createComputerStore(engine, createJobs(engine, { leaseMs: 0 }), group);
  close = () => {
    sqlite.stop();
    health.stop();
    health.endReads();
    database.close();
  };
  await addComputers(store, "bad", "good-1", "good-2", "good-3", "good-4");
  tries = [];
}

/** The same transactions, of which those fail that the scene says. */
function* failing(plans: Plans): Plans {
  let next = plans.next();
  while (!next.done) {
    try {
      assertWorks(next.value);
      next = plans.next(yield next.value);
    } catch (error) {
      next = plans.throw(error);
    }
  }
}

function assertWorks({ reads, lockMs }: Plan<unknown>): void {
  const [first] = reads;
  // A group reads its computers by ID; the question which names are taken has four values in a row.
  const ids = (first?.values ?? []) as readonly (readonly string[])[];
  if (first === undefined) return;
  if (ids.length === 0 || ids.some((row) => row.length !== 1)) {
    if (!scene.canTell) throw new Error("unknown");
    return;
  }
  const names = ids.map(([id]) => id).join();
  tries.push({ ids: names, lockMs });
  if (!names.includes("bad") || scene.times === 0) return;
  scene.times -= 1;
  throw new Failure(scene.failsAs);
}

const write = async (id: string, hostname = "h") =>
  changeComputer(store, id, { hostname }).then(
    (text) => text?.includes(`"hostname":"${hostname}"`),
    (error: Error) => error.message,
  );

/** Writes to `bad` and others together; returns what became of the write to `bad`, and of the others. */
async function together(size: number, at = 0) {
  const ids = ["good-1", "good-2", "good-3", "good-4"].slice(0, size - 1).toSpliced(at, 0, "bad");
  const results = await Promise.all(ids.map((id) => write(id)));
  await group.idle();
  const [bad] = results.splice(at, 1);
  return { bad, others: [...new Set(results)] };
}

const triesOfBadAlone = () => tries.filter(({ ids }) => ids === "bad").length;

const always = 1_000;
const unknown = (): readonly string[] => {
  throw new Error("unknown");
};
const sizes = [1, 2, 3, 5].flatMap((size) => Array.from({ length: size }, (_, at) => ({ size, at })));
const ok = (size: number) => (size === 1 ? [] : [true]);

describe.each([true, false])("if other sessions use the database: %s,", (hasOthers) => {
  beforeEach(() => open(hasOthers));

  test.each(sizes)("all writes of a group succeed: %j", async ({ size, at }) => {
    expect(await together(size, at)).toEqual({ bad: true, others: ok(size) });
    expect(tries).toHaveLength(1);
  });

  test.each(["collision", "unreadable"] as const)(
    "of a failure of one write, %s, only that one fails",
    async (failsAs) => {
      for (const { size, at } of sizes) {
        Object.assign(scene, { failsAs, times: always });
        tries = [];
        expect(await together(size, at)).toEqual({ bad: failsAs, others: ok(size) });
        expect(triesOfBadAlone()).toBe(hasOthers && failsAs === "collision" ? 4 : 1);
      }
    },
  );

  test("a failure that nobody can explain fails the group, and is not repeated", async () => {
    for (const { size, at } of sizes) {
      Object.assign(scene, { failsAs: "bug", times: always });
      tries = [];
      expect(await together(size, at)).toEqual({ bad: "bug", others: size === 1 ? [] : ["bug"] });
      expect(tries).toHaveLength(1);
    }
    scene.times = 0;
    expect(await together(5)).toEqual({ bad: true, others: [true] });
  });

  test.each([true, false])(
    "a conflict without a known cause refuses one write alone: it can be looked for: %s",
    async (canTell) => {
      for (const { size, at } of sizes)
        for (const times of [1, always]) {
          Object.assign(scene, { failsAs: "conflict", times, canTell });
          tries = [];
          const { bad, others } = await together(size, at);
          // One that ends by itself refuses only a write that was alone, which is not tried again.
          const isRefused = size === 1 || times === always;
          expect([typeof bad, others]).toEqual([isRefused ? "string" : "boolean", ok(size)]);
          expect(triesOfBadAlone()).toBeLessThan(2);
        }
    },
  );

  test("it is idle once every write has its result", async () => {
    let count = 0;
    for (const id of ["good-1", "bad"]) void write(id).then(() => (count += 1));
    await group.idle();
    await Promise.resolve();
    expect([count, tries.length]).toEqual([2, 1]);
  });
});

describe("on a database that other sessions use,", () => {
  beforeEach(() => open(true));

  test.each(["collision", "lost"] as const)("a write alone is tried four times: %s", async (failsAs) => {
    for (const times of [1, 2, 3, 4]) {
      Object.assign(scene, { failsAs, times });
      tries = [];
      expect(await write("bad")).toBe(times < 4 ? true : failsAs);
      expect(tries).toHaveLength(Math.min(times + 1, 4));
    }
  });

  test.each([3, 4])("a connection that is lost %d times concerns all writes of the group", async (times) => {
    Object.assign(scene, { failsAs: "lost", times });
    const expected = times < 4 ? true : "lost";
    expect(await together(3)).toEqual({ bad: expected, others: [expected] });
    expect(tries).toHaveLength(4);
  });

  test("nothing is repeated once its caller has waited for eight seconds", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    for (const [waitedMs, expected] of [
      [7_999, true],
      [8_000, "lost"],
    ] as const) {
      Object.assign(scene, { failsAs: "lost", times: 1 });
      const written = write("bad");
      vi.advanceTimersByTime(waitedMs);
      expect(await written).toBe(expected);
    }
  });

  test.each(["locked", "late"] as const)(
    "a write whose computer is locked (%s) leaves the group, and waits longer in a lane of its own",
    async (failsAs) => {
      for (const { size, at } of sizes) {
        Object.assign(scene, { failsAs, times: 1, locked: () => ["bad"] });
        tries = [];
        expect(await together(size, at)).toEqual({ bad: true, others: ok(size) });
        expect(tries.filter(({ ids }) => ids.includes("bad")).map(({ lockMs }) => lockMs)).toEqual([
          100,
          undefined,
        ]);
        expect(tries.filter(({ ids }) => !ids.includes("bad")).every(({ lockMs }) => lockMs === 100)).toBe(
          true,
        );
        // Its success has ended this.
        tries = [];
        expect(await write("bad")).toBe(true);
        expect(tries).toEqual([{ ids: "bad", lockMs: 100 }]);
      }
    },
  );

  test("a write whose computer stays locked is refused after its long wait, and the next one waits as long at once", async () => {
    Object.assign(scene, { failsAs: "locked", times: 2, locked: () => ["bad"] });
    expect(await together(3)).toEqual({ bad: "locked", others: [true] });
    tries = [];
    expect(await together(3)).toEqual({ bad: true, others: [true] });
    expect(tries).toContainEqual({ ids: "bad", lockMs: undefined });
  });

  test("if the database cannot say which computer is locked, all writes of the group wait longer, once", async () => {
    Object.assign(scene, { failsAs: "locked", times: 1, locked: unknown });
    expect(await together(3, 1)).toEqual({ bad: true, others: [true] });
    expect(tries.map(({ lockMs }) => lockMs)).toEqual([100, undefined]);
    Object.assign(scene, { failsAs: "locked", times: 2 });
    expect(await together(3, 1)).toEqual({ bad: "locked", others: ["locked"] });
  });

  test("a write that waits for something other than a computer is found by halves, and refused alone", async () => {
    for (const { size, at } of sizes) {
      Object.assign(scene, { failsAs: "locked", times: always, locked: () => [] });
      tries = [];
      expect(await together(size, at)).toEqual({ bad: "locked", others: ok(size) });
      const alone = tries.filter(({ ids }) => ids === "bad").map(({ lockMs }) => lockMs);
      expect(alone).toEqual([100, undefined]);
    }
  });

  test("in the lane of locked computers a group waits only once for as long as a statement may", async () => {
    const answers = [unknown];
    const locked = () => answers.pop()?.() ?? [];
    Object.assign(scene, { failsAs: "locked", times: always, locked });
    const all = ["good-1", "bad", "good-2"].map((id) => write(id));
    expect(await Promise.all(all)).toEqual([true, "locked", true]);
    const waits = tries.filter(({ lockMs }) => lockMs === undefined).length;
    expect(waits).toBe(1);
  });

  test("while writes are refused, those that wait and those that arrive are rejected", async () => {
    const waiting = [write("good-1"), write("good-2")];
    refuse(new Error("read-only"));
    scene.refusal = new Error("still read-only");
    expect(await Promise.all([...waiting, write("good-3")])).toEqual([
      "read-only",
      "read-only",
      "still read-only",
    ]);
    scene.refusal = undefined;
    expect([await write("good-3"), tries.map(({ ids }) => ids)]).toEqual([true, ["good-3"]]);
  });
});
