import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Lane } from "./lane.ts";

let lane: Lane<string>;
let groups: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  groups = [];
  lane = new Lane({ maxGroups: 1, maxMembers: 9, run: (group) => void groups.push(group.join("")) });
});
afterEach(() => vi.useRealTimers());

async function addEachTurn(members: string): Promise<void> {
  for (const member of members) {
    lane.add(member);
    await nextTurn();
  }
}

test("gathers while each turn of the event loop adds members", async () => {
  await addEachTurn("abc");
  expect(groups).toEqual([]);
  await nextTurn();
  expect(groups).toEqual(["abc"]);
});

test("gathers for at most two milliseconds", async () => {
  await addEachTurn("a");
  vi.advanceTimersByTime(3);
  await addEachTurn("b");
  expect(groups).toEqual(["ab"]);
});
