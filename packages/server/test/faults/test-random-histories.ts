import { expect, test } from "vitest";
import { randomNumbers } from "../random-numbers.ts";
import { type Action, computersModel, type SeenComputer } from "./computers-model.ts";
import { checkLinearizability, type HistoryEntry, type Model } from "./linearizability.ts";

type History = readonly HistoryEntry<Action>[];

/** Computers that have nothing but their names. */
export function freshComputers(count: number): readonly SeenComputer[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    name: `c${index}`,
    hostId: undefined,
    remoteUser: undefined,
    session: "ins_0",
    install: "completed",
  }));
}

/** Updates that all begin before the first of them returns, and then a list. */
export function burstOfUpdates(seed: number, computers: number, updates: number): History {
  const random = randomNumbers(seed);
  const initial = freshComputers(computers);
  const made = Array.from({ length: updates }, (_, index) => {
    const before = initial[index % computers] as SeenComputer;
    const fields = { remoteUser: `u${index}` };
    const result = { ...before, ...fields };
    const effectAt = 1 + random();
    const action: Action = { kind: "update", id: before.id, fields, result };
    return { effectAt, result, entry: { calledAt: random(), returnedAt: effectAt + random(), action } };
  });
  const inOrder = made.toSorted((a, b) => a.effectAt - b.effectAt);
  const last = new Map(inOrder.map(({ result }) => [result.id, result]));
  const list: Action = { kind: "list", result: [...last.values()] };
  return [...made.map(({ entry }) => entry), { calledAt: 4, returnedAt: 5, action: list }];
}

/** Declares the tests of the checker: on as many short histories, of which some are impossible, and on bursts. */
export function testRandomHistories({
  short,
  bursts,
}: {
  readonly short: number;
  readonly bursts: number;
}): void {
  test("the search agrees with trying every order", () => {
    const random = randomNumbers(20_261_123);
    const tally = { right: 0, wrong: 0 };
    for (let run = 0; run < short; run++) {
      const initial = freshComputers(1 + (run % 2));
      const calls = Array.from({ length: 2 + Math.floor(random() * 5) }, () => randomCall(random, initial));
      const model = computersModel(initial, calls);
      const expected = hasOrder(calls, model, model.initial);
      const { isLinearizable } = checkLinearizability(calls, model);
      expect(isLinearizable, JSON.stringify(calls)).toBe(expected);
      tally[expected ? "right" : "wrong"] += 1;
    }
    expect(Math.min(tally.right, tally.wrong)).toBeGreaterThan(short / 10);
  });

  test("hundreds of writes at a time have an order, however their responses are ordered", () => {
    for (let seed = 0; seed < bursts; seed++) {
      const calls = burstOfUpdates(seed, 10, 300);
      const { isLinearizable, steps } = checkLinearizability(
        calls,
        computersModel(freshComputers(10), calls),
      );
      expect(isLinearizable, `seed ${seed}`).toBe(true);
      expect(steps).toBeLessThan(1_000);
    }
  });
}

/** A call of so few different values that its result is often possible; every fourth write has no response. */
function randomCall(random: () => number, initial: readonly SeenComputer[]): HistoryEntry<Action> {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const calledAt = random() * 10;
  const returnedAt = calledAt + random() * 10;
  const see = (computer: SeenComputer): SeenComputer => ({
    ...computer,
    name: pick([computer.name, "a"]),
    ...pick([{}, {}, { session: "ins_1", install: pick(["running", "completed"]) }]),
  });
  const before = pick(initial);
  const { id } = before;
  const seen = see(before);
  const kind = pick(["read", "list", "update", "update", "retry", "end"] as const);
  if (kind === "end")
    return { calledAt, returnedAt: Infinity, action: { kind, id, session: "ins_1", install: "completed" } };
  if (kind === "read") return { calledAt, returnedAt, action: { kind, id, result: seen } };
  if (kind === "list") return { calledAt, returnedAt, action: { kind, result: initial.map(see) } };
  const isOpen = random() < 0.25;
  const write: Action =
    kind === "retry"
      ? {
          kind,
          id,
          result: pick([{ ...seen, session: "ins_1", install: "running" }, "install-session-running"]),
        }
      : { kind, id, fields: { name: "a" }, result: pick([{ ...seen, name: "a" }, "name-taken"]) };
  const { result: _result, ...unanswered } = write;
  return { calledAt, returnedAt: isOpen ? Infinity : returnedAt, action: isOpen ? unanswered : write };
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
