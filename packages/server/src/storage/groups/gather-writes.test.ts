import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenGathered } from "./gather-writes.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("gathers while each turn of the event loop brings more", async () => {
  let length = 1;
  const callback = vi.fn();
  whenGathered(() => length, callback);
  await nextTurn();
  length = 5;
  await nextTurn();
  expect(callback).not.toHaveBeenCalled();
  await nextTurn();
  expect(callback).toHaveBeenCalledOnce();
});

test("a write that comes alone waits for one turn", async () => {
  const callback = vi.fn();
  whenGathered(() => 1, callback);
  await nextTurn();
  await nextTurn();
  expect(callback).toHaveBeenCalledOnce();
});

test("gathers for two milliseconds at most", async () => {
  let length = 0;
  const callback = vi.fn();
  whenGathered(() => ++length, callback);
  await nextTurn();
  vi.advanceTimersByTime(2);
  await nextTurn();
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await nextTurn();
  expect(callback).toHaveBeenCalledOnce();
});
