import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchHealth } from "./health.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const unreachable = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
const full = Object.assign(new Error("full"), { code: "53100" });
const locked = Object.assign(new Error("locked"), { code: "55P03" });

/** A database that works or fails, and counts its probes. */
function fakeDatabase() {
  const database = {
    probes: 0,
    readFailure: undefined as Error | undefined,
    writeFailure: undefined as Error | undefined,
    refusal: undefined as string | undefined,
  };
  const health = watchHealth({
    probeReads: async () => {
      database.probes += 1;
      if (database.readFailure !== undefined) throw database.readFailure;
    },
    probeWrites: async () => {
      if (database.writeFailure !== undefined) throw database.writeFailure;
    },
    refusal: () => database.refusal,
  });
  /** Whether reads and writes work. */
  async function state(): Promise<readonly [reads: boolean, writes: boolean]> {
    await health.check();
    const { reads, writes } = health.failing();
    return [reads === undefined, writes === undefined];
  }
  /** Lets the timer probe, and waits for the outcome. */
  async function next(): Promise<readonly [reads: boolean, writes: boolean]> {
    vi.advanceTimersByTime(1_000);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    return state();
  }
  return { database, health, state, next };
}

test("however many ask whether the database is ready, it is probed once a second", async () => {
  const { database, state } = fakeDatabase();
  for (let second = 1; second <= 3; second++) {
    const answers = await Promise.all(Array.from({ length: 100 }, state));
    for (let call = 0; call < 100; call++) answers.push(await state());
    expect(answers.flat()).not.toContain(false);
    expect(database.probes).toBe(second);
    vi.advanceTimersByTime(1_000);
  }
});

test("a failing database is probed once a second, also while requests to it fail, until it works again", async () => {
  const { database, health, state, next } = fakeDatabase();
  database.readFailure = unreachable;
  expect(await state()).toEqual([false, true]);
  for (let second = 2; second <= 4; second++) {
    for (let call = 0; call < 10; call++) {
      health.failed(database.readFailure);
      expect((await state())[0]).toBe(false);
      vi.advanceTimersByTime(100);
    }
    expect(database.probes).toBe(second);
  }
  expect((await state())[0]).toBe(false);
  database.readFailure = undefined;
  expect(await next()).toEqual([true, true]);
  health.stop();
});

test("a failure after a probe counts without another", async () => {
  const { database, health, state } = fakeDatabase();
  expect(await state()).toEqual([true, true]);
  health.failed(unreachable);
  expect([await state(), database.probes]).toEqual([[false, true], 1]);
  health.succeeded();
  expect([await state(), database.probes]).toEqual([[true, true], 1]);
  health.stop();
});

test("a failure of writes leaves reads, which do not end it, and its probes are counted", async () => {
  const { database, health, state, next } = fakeDatabase();
  expect(await state()).toEqual([true, true]);
  database.writeFailure = full;
  health.failed(full);
  health.succeeded();
  expect(await state()).toEqual([true, false]);
  expect(await next()).toEqual([true, false]);
  expect(health.failures).toBe(2);
  database.writeFailure = undefined;
  expect(await next()).toEqual([true, true]);
  health.stop();
});

test("a probe does not end the wait for a standby", async () => {
  const { database, health, state, next } = fakeDatabase();
  expect(await state()).toEqual([true, true]);
  database.refusal = "a commit waits for a standby";
  health.refuses(database.refusal);
  expect(await next()).toEqual([true, false]);
  database.refusal = undefined;
  health.refuses(undefined);
  expect(await state()).toEqual([true, true]);
  health.stop();
});

test.each([
  ["all nodes share", locked, true],
  ["only this node may have", Object.assign(new Error("denied"), { code: "42501" }), false],
])(
  "a node that has never written is ready if it cannot for a cause that %s: %o",
  async (_whose, error, isReady) => {
    const { database, health, state } = fakeDatabase();
    database.writeFailure = error;
    expect(await state()).toEqual([isReady, false]);
    health.stop();
  },
);
