import type { ComputerUpdate } from "@compute-host/types";
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../random-numbers.ts";
import { type Action, computersModel, historyOfComputer, type SeenComputer } from "./computers-model.ts";
import { checkLinearizability, type HistoryEntry, type Model, UndecidedError } from "./linearizability.ts";
import { freshComputers, simulateHistory, storeFaults } from "./simulated-history.ts";

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

describe.each([1, 3])("among %i computers, the history of a store with", (computers) => {
  const simulate = (fault: (typeof storeFaults)[number], seed: number) =>
    simulateHistory({ seed, fault, computers, callers: 5, calls: 150 });
  const verdicts = (fault: (typeof storeFaults)[number], seeds: number) =>
    Array.from(
      { length: seeds },
      (_, seed) => check(simulate(fault, seed), freshComputers(computers)).isLinearizable,
    );

  test("no fault is linearizable, whatever the order of the calls", () => {
    expect(new Set(verdicts("none", 60))).toEqual(new Set([true]));
  });

  const possible = storeFaults.filter(
    (fault) =>
      computers > 1 || !["none", "a list of two moments", "a name that two computers have"].includes(fault),
  );
  test.each(possible.filter((fault) => fault !== "none"))("%s is refused", (fault) => {
    const refused = verdicts(fault, 20).filter((isLinearizable) => !isLinearizable).length;
    expect(refused).toBeGreaterThanOrEqual(15);
  });
});

test("the search agrees with trying every order", () => {
  const tally = { right: 0, wrong: 0 };
  for (let seed = 0; seed < 3000; seed++) {
    const fault = storeFaults[seed % storeFaults.length] ?? "none";
    const all = simulateHistory({ seed, fault, computers: 1 + (seed % 2), callers: 4, calls: 6 });
    // Some calls lose their response.
    const calls = all.map((entry, index) =>
      (seed + index) % 7 === 0 && entry.action.kind === "update" ? withoutResponse(entry) : entry,
    );
    const model = computersModel(freshComputers(1 + (seed % 2)), calls);
    const expected = hasOrder(calls, model, model.initial);
    expect(checkLinearizability(calls, model).isLinearizable, `seed ${seed}`).toBe(expected);
    tally[expected ? "right" : "wrong"] += 1;
  }
  expect(Math.min(tally.right, tally.wrong)).toBeGreaterThan(300);
});

test("hundreds of writes at a time have an order, however their responses are ordered", () => {
  for (let seed = 0; seed < 5; seed++) {
    const { calls, initial } = burstOfUpdates({ seed, computers: 10, updates: 300 });
    const { isLinearizable, steps } = check(calls, initial);
    expect(isLinearizable, `seed ${seed}`).toBe(true);
    expect(steps).toBeLessThan(1_000);
  }
});

test("a search that takes too long is given up, and says so", () => {
  const calls = simulateHistory({ seed: 1, fault: "none", computers: 3, callers: 5, calls: 60 });
  expect(() => check(calls, freshComputers(3), 5)).toThrow(UndecidedError);
});

/** Updates that all begin before the first of them returns, and then a list. */
function burstOfUpdates(options: { seed: number; computers: number; updates: number }) {
  const random = randomNumbers(options.seed);
  const initial = freshComputers(options.computers);
  const updates = Array.from({ length: options.updates }, (_, index) => {
    const before = initial[index % initial.length] as SeenComputer;
    const fields = { remoteUser: `u${index}` };
    const result = { ...before, ...fields };
    const effectAt = 1 + random();
    const action: Action = { kind: "update", id: before.id, fields, result };
    return { effectAt, result, entry: { calledAt: random(), returnedAt: effectAt + random(), action } };
  });
  const inOrder = updates.toSorted((a, b) => a.effectAt - b.effectAt);
  const last = new Map(inOrder.map(({ result }) => [result.id, result]));
  const list: Action = { kind: "list", result: [...last.values()] };
  const calls: History = [...updates.map(({ entry }) => entry), { calledAt: 4, returnedAt: 5, action: list }];
  return { calls, initial };
}

function withoutResponse({ calledAt, action }: HistoryEntry<Action>): HistoryEntry<Action> {
  const { result: _result, ...rest } = action as Action & { kind: "update" };
  return { calledAt, returnedAt: Infinity, action: rest };
}

/** The definition, word by word: some order in which no call comes after one that began after its return. */
function hasOrder<State>(calls: History, model: Model<State, Action>, state: State): boolean {
  if (calls.every(({ returnedAt }) => returnedAt === Infinity)) return true;
  const until = Math.min(...calls.map(({ returnedAt }) => returnedAt));
  return calls.some((entry, at) => {
    if (entry.calledAt > until) return false;
    const after = model.apply(state, entry.action);
    return after !== undefined && hasOrder(calls.toSpliced(at, 1), model, after);
  });
}
