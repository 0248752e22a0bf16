import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchHealth } from "./health.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A database that works or fails, and counts its probes. */
function fakeDatabase() {
  const database = { probes: 0, failure: undefined as Error | undefined };
  const health = watchHealth({
    probe: async () => {
      database.probes += 1;
      if (database.failure !== undefined) throw database.failure;
    },
  });
  return { database, health };
}

test("however many ask whether the database is ready, it is probed once a second", async () => {
  const { database, health } = fakeDatabase();
  for (let second = 1; second <= 3; second++) {
    const answers = await Promise.all(Array.from({ length: 100 }, health.isReady));
    for (let call = 0; call < 100; call++) answers.push(await health.isReady());
    expect(new Set(answers)).toEqual(new Set([true]));
    expect(database.probes).toBe(second);
    vi.advanceTimersByTime(1_000);
  }
});

test("a failing database is probed once a second, also while requests to it fail, until it works again", async () => {
  const { database, health } = fakeDatabase();
  database.failure = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  expect(await health.isReady()).toBe(false);
  for (let second = 2; second <= 4; second++) {
    for (let call = 0; call < 10; call++) {
      health.failed(database.failure);
      expect(await health.isReady()).toBe(false);
      vi.advanceTimersByTime(100);
    }
    expect(database.probes).toBe(second);
  }
  expect(await health.isReady()).toBe(false);
  database.failure = undefined;
  vi.advanceTimersByTime(1_000);
  expect(await health.isReady()).toBe(true);
  health.stop();
});

test("a failure after a probe counts without another", async () => {
  const { database, health } = fakeDatabase();
  expect(await health.isReady()).toBe(true);
  health.failed(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
  expect([await health.isReady(), database.probes]).toEqual([false, 1]);
  health.succeeded();
  expect([await health.isReady(), database.probes]).toEqual([true, 1]);
  health.stop();
});

test("a database that answers reads but fails its probe is not ready", async () => {
  const { database, health } = fakeDatabase();
  database.failure = Object.assign(new Error("locked"), { code: "55P03" });
  expect(await health.isReady()).toBe(false);
  health.succeeded();
  expect([await health.isReady(), database.probes]).toEqual([false, 1]);
  health.stop();
});
