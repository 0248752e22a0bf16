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

test("failures in quick succession are logged as one, and a later one separately", () => {
  const { lines, change } = loggedStates();
  for (let time = 0; time < 100; time++) {
    change("the disk is full");
    vi.advanceTimersByTime(500);
    change(undefined);
    vi.advanceTimersByTime(500);
  }
  expect(lines).toEqual(["the database fails"]);
  vi.advanceTimersByTime(60_000);
  change("the disk is full");
  expect(lines).toEqual(["the database fails", "the database works again", "the database fails"]);
});
