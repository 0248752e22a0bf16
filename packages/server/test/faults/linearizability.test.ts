import type { ComputerUpdate } from "@compute-host/types";
import { describe, expect, test } from "vitest";
import { type Action, computersModel, historyOfComputer, type SeenComputer } from "./computers-model.ts";
import { checkLinearizability, type HistoryEntry, UndecidedError } from "./linearizability.ts";
import { burstOfUpdates, freshComputers, testRandomHistories } from "./test-random-histories.ts";

type History = readonly HistoryEntry<Action>[];

const [first, second] = freshComputers(2) as [SeenComputer, SeenComputer];
const as = (changes: Partial<SeenComputer>): SeenComputer => ({ ...first, ...changes });
const read = (result: SeenComputer): Action => ({ kind: "read", id: result.id, result });
const update = (fields: ComputerUpdate, result?: (Action & { kind: "update" })["result"]): Action => ({
  kind: "update",
  id: "c0",
  fields,
  ...(result !== undefined && { result }),
});
const retry = (result?: (Action & { kind: "retry" })["result"]): Action => ({
  kind: "retry",
  id: "c0",
  ...(result !== undefined && { result }),
});
const rename = (name: string) => update({ name }, as({ name }));
const running = (session: string) => as({ session, install: "running" });
const end = (session: string): Action => ({ kind: "end", id: "c0", session, install: "completed" });

/** Calls as `[from, to, what]`; without `to` there was no response. */
const history = (...calls: readonly (readonly [number, number | undefined, Action])[]): History =>
  calls.map(([calledAt, returnedAt = Infinity, action]) => ({ calledAt, returnedAt, action }));

const check = (calls: History, initial: readonly SeenComputer[] = [first, second], maxSteps?: number) =>
  checkLinearizability(calls, computersModel(initial, calls), maxSteps === undefined ? {} : { maxSteps });

describe("a history is linearizable", () => {
  test.each<[string, History]>([
    ["that is empty", history()],
    ["of a read of what an update left", history([1, 2, rename("a")], [3, 4, read(as({ name: "a" }))])],
    [
      "of reads on both sides of a running update",
      history([1, 9, rename("a")], [2, 3, read(first)], [4, 5, read(as({ name: "a" }))]),
    ],
    [
      "of an update without a response that was made",
      history([1, undefined, update({ name: "a" })], [9, 10, read(as({ name: "a" }))]),
    ],
    [
      "of an update without a response that was not made",
      history([1, undefined, update({ name: "a" })], [9, 10, read(first)]),
    ],
    [
      "of an update without a response that was made late",
      history([1, undefined, update({ name: "a" })], [2, 3, read(first)], [9, 10, read(as({ name: "a" }))]),
    ],
    [
      "of a retry without a response whose session is seen",
      history(
        [1, undefined, retry()],
        [2, 3, read(running("ins_1"))],
        [4, 5, retry("install-session-running")],
      ),
    ],
    [
      "of a session that ends after its command, and the next one",
      history([1, 2, retry(running("ins_1"))], [3, undefined, end("ins_1")], [4, 5, retry(running("ins_2"))]),
    ],
    [
      "of a list",
      history([1, 2, rename("a")], [3, 4, { kind: "list", result: [second, as({ name: "a" })] }]),
    ],
    ["of a name that is taken", history([1, 2, update({ name: "c1" }, "name-taken")])],
    [
      "of a host that is set once, and the same again",
      history(
        [1, 2, update({ hostId: "h" }, as({ hostId: "h" }))],
        [3, 4, update({ hostId: "h" }, as({ hostId: "h" }))],
        [5, 6, update({ hostId: "i" }, "host-already-set")],
      ),
    ],
  ])("%s", (_what, calls) => {
    expect(check(calls)).toMatchObject({ isLinearizable: true, stuckAt: [] });
  });
});

describe("a history is refused", () => {
  test.each<[string, History]>([
    ["with a stale read", history([1, 2, rename("a")], [3, 4, read(first)])],
    [
      "with a lost update",
      history([1, 2, rename("a")], [3, 4, update({ remoteUser: "u" }, as({ remoteUser: "u" }))]),
    ],
    [
      "with an update that is seen and then gone",
      history([1, 9, rename("a")], [2, 3, read(as({ name: "a" }))], [4, 5, read(first)]),
    ],
    [
      "with an update without a response that is seen and then gone",
      history([1, undefined, update({ name: "a" })], [2, 3, read(as({ name: "a" }))], [4, 5, read(first)]),
    ],
    ["with a value that no call wrote", history([1, 2, read(as({ name: "phantom" }))])],
    ["with a read from before its update", history([1, 2, read(as({ name: "a" }))], [3, 4, rename("a")])],
    [
      "whose order breaks real time",
      history([1, 2, rename("a")], [3, 4, rename("b")], [5, 6, read(as({ name: "a" }))]),
    ],
    [
      "with half of an update",
      history(
        [1, 2, update({ name: "a", remoteUser: "u" }, as({ name: "a", remoteUser: "u" }))],
        [3, 4, read(as({ name: "a" }))],
      ),
    ],
    [
      "with two sessions at a time",
      history([1, 2, retry(running("ins_1"))], [3, 4, retry(running("ins_2"))]),
    ],
    [
      "with a session that ends before its command",
      history(
        [1, 2, retry(running("ins_1"))],
        [3, 4, read(as({ session: "ins_1" }))],
        [5, undefined, end("ins_1")],
      ),
    ],
    [
      "with a session that runs again after its end",
      history(
        [1, 2, retry(running("ins_1"))],
        [2, undefined, end("ins_1")],
        [3, 4, read(as({ session: "ins_1" }))],
        [5, 6, read(running("ins_1"))],
      ),
    ],
    ["with a session that no call began", history([1, 2, read(running("ins_1"))])],
    [
      "with two sessions of one retry without a response",
      history([1, undefined, retry()], [2, 3, read(running("ins_1"))], [4, 5, read(running("ins_2"))]),
    ],
    ["with a refused retry while none runs", history([1, 2, retry("install-session-running")])],
    ["with a refusal without a reason", history([1, 2, update({ name: "free" }, "name-taken")])],
    ["with a name that two have", history([1, 2, update({ name: "c1" }, as({ name: "c1" }))])],
    [
      "with a host that two have",
      history(
        [1, 2, { kind: "update", id: "c1", fields: { hostId: "h" }, result: { ...second, hostId: "h" } }],
        [3, 4, update({ hostId: "h" }, as({ hostId: "h" }))],
      ),
    ],
    [
      "with a host that changes",
      history(
        [1, 2, update({ hostId: "h" }, as({ hostId: "h" }))],
        [3, 4, update({ hostId: "i" }, as({ hostId: "i" }))],
      ),
    ],
    ["with a computer missing in a list", history([1, 2, { kind: "list", result: [first] }])],
    [
      "with a list of two moments",
      history(
        [1, 2, rename("a")],
        [3, 4, { kind: "update", id: "c1", fields: { name: "b" }, result: { ...second, name: "b" } }],
        [1, 9, { kind: "list", result: [first, { ...second, name: "b" }] }],
      ),
    ],
  ])("%s", (_what, calls) => {
    const { isLinearizable, stuckAt } = check(calls);
    expect(isLinearizable).toBe(false);
    expect(stuckAt).not.toEqual([]);
  });

  test("also as that of one computer alone", () => {
    const calls = history([1, 2, rename("a")], [3, 4, { kind: "list", result: [first, second] }]);
    expect(check(historyOfComputer(calls, "c0"), [first]).isLinearizable).toBe(false);
    expect(check(historyOfComputer(calls, "c1"), [second]).isLinearizable).toBe(true);
  });
});

testRandomHistories({ short: 600, bursts: 1 });

test("a search that takes too long is given up, and says so", () => {
  const calls = burstOfUpdates(1, 3, 60);
  expect(() => check(calls, freshComputers(3), 5)).toThrow(UndecidedError);
});
