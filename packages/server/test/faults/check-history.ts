import { type Action, computersModel, historyOfComputer, type SeenComputer } from "./computers-model.ts";
import { checkLinearizability, type HistoryEntry } from "./linearizability.ts";

/** The result of checking a history, for the test's report. */
export interface HistoryReport {
  /** A line for each computer, or for all of them together, whose calls fit into no order. */
  readonly violations: readonly string[];
  readonly calls: number;
  /** Calls without a response. */
  readonly open: number;
}

/** Checks the history of each computer, and that of all together, with their lists and what only one of them may have. */
export function checkHistory(
  history: readonly HistoryEntry<Action>[],
  initial: readonly SeenComputer[],
): HistoryReport {
  const parts = [
    ...initial.map((seen) => ({
      name: seen.id,
      start: [seen],
      entries: historyOfComputer(history, seen.id),
    })),
    { name: "all computers", start: initial, entries: history },
  ];
  const violations = parts.flatMap(({ name, start, entries }) => {
    const verdict = checkLinearizability(entries, computersModel(start, entries));
    if (verdict.isLinearizable) return [];
    const { ordered, stuckAt, state } = verdict;
    return [`${name}: after ${ordered} calls, with ${state}, none fits of ${JSON.stringify(stuckAt)}`];
  });
  const isOpen = ({ returnedAt, action }: HistoryEntry<Action>): boolean =>
    returnedAt === Infinity && action.kind !== "end";
  const answered = history.filter(({ returnedAt }) => returnedAt !== Infinity).length;
  return { violations, calls: answered, open: history.filter(isOpen).length };
}
