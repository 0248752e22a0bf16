import { describe, expect, test } from "vitest";
import { randomNumbers } from "../random-numbers.ts";
import { type Action, computersModel, type SeenComputer } from "./computers-model.ts";
import { checkLinearizability, type HistoryEntry, type Model } from "./linearizability.ts";
import { freshComputers, simulateHistory, storeFaults } from "./simulated-history.ts";

type History = readonly HistoryEntry<Action>[];

const check = (calls: History, initial: readonly SeenComputer[]) =>
  checkLinearizability(calls, computersModel(initial, calls));

/** How many random histories of each kind. */
export interface RandomHistories {
  /** Of a store without a fault. */
  readonly sound: number;
  /** Of a store with each fault. */
  readonly faulty: number;
  /** Short ones, whose orders are all tried. */
  readonly short: number;
  /** Of hundreds of writes at a time. */
  readonly bursts: number;
}

/** Declares the tests of the checker on random histories. */
export function testRandomHistories({ sound, faulty, short, bursts }: RandomHistories): void {
  describe.each([1, 3])("among %i computers, the history of a store with", (computers) => {
    const simulate = (fault: (typeof storeFaults)[number], seed: number) =>
      simulateHistory({ seed, fault, computers, callers: 5, calls: 150 });
    const verdicts = (fault: (typeof storeFaults)[number], seeds: number) =>
      Array.from(
        { length: seeds },
        (_, seed) => check(simulate(fault, seed), freshComputers(computers)).isLinearizable,
      );

    test("no fault is linearizable, whatever the order of the calls", () => {
      expect(new Set(verdicts("none", sound))).toEqual(new Set([true]));
    });

    const possible = storeFaults.filter(
      (fault) =>
        computers > 1 || !["none", "a list of two moments", "a name that two computers have"].includes(fault),
    );
    test.each(possible.filter((fault) => fault !== "none"))("%s is refused", (fault) => {
      const refused = verdicts(fault, faulty).filter((isLinearizable) => !isLinearizable).length;
      expect(refused).toBeGreaterThanOrEqual(faulty * 0.75);
    });
  });

  test("the search agrees with trying every order", () => {
    const tally = { right: 0, wrong: 0 };
    for (let seed = 0; seed < short; seed++) {
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
    expect(Math.min(tally.right, tally.wrong)).toBeGreaterThan(short / 10);
  });

  test("hundreds of writes at a time have an order, however their responses are ordered", () => {
    for (let seed = 0; seed < bursts; seed++) {
      const { calls, initial } = burstOfUpdates({ seed, computers: 10, updates: 300 });
      const { isLinearizable, steps } = check(calls, initial);
      expect(isLinearizable, `seed ${seed}`).toBe(true);
      expect(steps).toBeLessThan(1_000);
    }
  });
}

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
