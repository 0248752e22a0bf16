import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "./logger.ts";
import { createStateLog } from "./state-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function loggedStates() {
  const lines: string[] = [];
  const log = (_fields: object, message: string) => void lines.push(message);
  return { lines, change: createStateLog({ ...silentLogger, info: log, error: log }, "the database") };
}

test("logs one line when a failure begins, and one when it has been over for a while", () => {
  const { lines, change } = loggedStates();
  for (let time = 0; time < 2; time++) {
    change("the disk is full");
    vi.advanceTimersByTime(60_000);
    change(undefined);
    vi.advanceTimersByTime(60_000);
  }
  const once = ["the database fails", "the database works again"];
  expect(lines).toEqual([...once, ...once]);
});

test("failures in quick succession count as one", () => {
  const { lines, change } = loggedStates();
  for (let time = 0; time < 100; time++) {
    change("the disk is full");
    vi.advanceTimersByTime(500);
    change(undefined);
    vi.advanceTimersByTime(500);
  }
  expect(lines).toEqual(["the database fails"]);
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual(["the database fails", "the database works again"]);
});
