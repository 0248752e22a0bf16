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

test("is idle once nothing is waiting or in progress", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let done = 0;
  const working = new Lane<string>({
    maxGroups: 1,
    maxMembers: 2,
    async run(group) {
      await promise;
      done += group.length;
    },
  });
  await working.idle();
  for (const member of "abcde") working.add(member);
  const idle = working.idle().then(() => done);
  await nextTurn();
  resolve();
  expect(await idle).toBe(5);
  await working.idle();
});

test("has as many groups in flight as it may, each of as many members as it may", async () => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const working = new Lane<string>({
    maxGroups: 2,
    maxMembers: 2,
    run: (group) => {
      started.push(group.join(""));
      return new Promise((resolve) => ends.push(resolve));
    },
  });
  for (const member of "abcdefg") working.add(member);
  const turns = async () => {
    for (let turn = 0; turn < 9; turn++) await nextTurn();
    return [...started];
  };
  expect(await turns()).toEqual(["ab", "cd"]);
  ends[0]?.();
  expect(await turns()).toEqual(["ab", "cd", "ef"]);
  expect(working.takeWaiting()).toEqual(["g"]);
  for (const end of ends) end();
  await working.idle();
  expect(started).toEqual(["ab", "cd", "ef"]);
});
