/** One call as its caller saw it. Times are of one monotonic clock. */
export interface HistoryEntry<Action> {
  readonly calledAt: number;
  /** When the response was there; `Infinity` for a call without one, which takes effect at any later time or never. */
  readonly returnedAt: number;
  readonly action: Action;
}

/** The model that calls are compared with: one copy of the data, on which every call takes effect at one moment. */
export interface Model<State, Action> {
  readonly initial: State;
  /**
   * What a call with this outcome leaves: the very state that was given for no change, and `undefined` where the call
   * cannot have this outcome in this state.
   */
  readonly apply: (state: State, action: Action) => State | undefined;
  /** Whether the call changes nothing, in whatever state it has this outcome. */
  readonly isRead: (action: Action) => boolean;
  /** The values that a call writes, each as a text: with those that calls see, a hint which to try last. */
  readonly valuesWritten: (action: Action) => readonly string[];
  readonly valuesSeen: (action: Action) => readonly string[];
  /** Whether a call may be what another one waits for that does not fit now: a hint which to try first. */
  readonly mayUnblock: (state: State, call: Action, blocked: Action) => boolean;
  /** The same for states that are equal. */
  readonly keyOf: (state: State) => string;
}

/** The result of a check. */
export interface Verdict<Action> {
  readonly isLinearizable: boolean;
  /** How many calls with a response fit into the longest order that was found. */
  readonly ordered: number;
  /** The calls of which one would have to come next there; empty when all are in order. */
  readonly stuckAt: readonly HistoryEntry<Action>[];
  /** The data in this configuration. */
  readonly state: string;
  /** How many configurations were looked at. */
  readonly steps: number;
}

/** The search was given up: the history is neither right nor wrong. */
export class UndecidedError extends Error {
  override readonly name = "UndecidedError";
}

/**
 * Looks for an order of the calls that respects the real-time order and that one copy of the data could have had: the search
 * of Wing and Gong with Lowe's memory of configurations (https://doi.org/10.1002/cpe.3928).
 *
 * @throws UndecidedError after `maxSteps` configurations.
 */
export function checkLinearizability<State, Action>(
  history: readonly HistoryEntry<Action>[],
  model: Model<State, Action>,
  { maxSteps = 200_000 }: { readonly maxSteps?: number } = {},
): Verdict<Action> {
  return new Search(history, model, maxSteps).run();
}

/** A configuration on the way: what led here, and what can come next. */
interface Frame<State> {
  readonly low: number;
  readonly taken: readonly number[];
  readonly next: readonly (readonly [index: number, after: State])[];
  at: number;
}

class Search<State, Action> {
  /** Calls with a response in the order of their beginning, then those without. */
  readonly #entries: readonly HistoryEntry<Action>[];
  readonly #answered: number;
  readonly #model: Model<State, Action>;
  readonly #maxSteps: number;
  readonly #isTaken: Uint8Array;
  /** When each call returned or, where it is later, when the last call began that saw what it wrote. */
  readonly #dueAt: readonly number[];
  readonly #visited = new Set<string>();
  readonly #frames: Frame<State>[] = [];
  #ordered = 0;
  #longest = { ordered: -1, stuckAt: [] as readonly HistoryEntry<Action>[], state: "" };

  constructor(history: readonly HistoryEntry<Action>[], model: Model<State, Action>, maxSteps: number) {
    const isOpen = ({ returnedAt }: HistoryEntry<Action>): boolean => returnedAt === Infinity;
    this.#entries = history.toSorted(
      (a, b) => Number(isOpen(a)) - Number(isOpen(b)) || a.calledAt - b.calledAt,
    );
    this.#answered = history.filter((entry) => !isOpen(entry)).length;
    this.#model = model;
    this.#maxSteps = maxSteps;
    this.#isTaken = new Uint8Array(history.length);
    this.#dueAt = this.#findDueTimes();
  }

  run(): Verdict<Action> {
    this.#enter(this.#model.initial, 0, []);
    while (this.#ordered < this.#answered) {
      const frame = this.#frames.at(-1);
      if (frame === undefined) {
        return { isLinearizable: false, steps: this.#visited.size, ...this.#longest };
      }
      const choice = frame.next[frame.at++];
      if (choice !== undefined) this.#enter(choice[1], frame.low, [choice[0]]);
      else {
        this.#setTaken(frame.taken, 0);
        this.#frames.pop();
      }
    }
    return { isLinearizable: true, steps: this.#visited.size, ...this.#longest, stuckAt: [] };
  }

  /** Continues from a state, unless this configuration was seen before. */
  #enter(state: State, from: number, via: readonly number[]): void {
    const taken = [...via];
    this.#setTaken(via, 1);
    let low = from;
    let candidates: readonly number[] = [];
    for (let idle: readonly number[] | undefined; idle?.length !== 0; ) {
      while (low < this.#answered && this.#isTaken[low] === 1) low++;
      candidates = this.#candidatesFrom(low);
      // A read that fits is taken immediately, because it does not constrain other calls.
      idle = candidates.filter(
        (index) => this.#model.isRead(this.#entryAt(index).action) && this.#apply(state, index) === state,
      );
      this.#setTaken(idle, 1);
      taken.push(...idle);
    }
    const key = `${low}:${this.#takenFrom(low).join()}:${this.#model.keyOf(state)}`;
    if (this.#visited.has(key)) {
      this.#setTaken(taken, 0);
      return;
    }
    this.#visited.add(key);
    if (this.#visited.size > this.#maxSteps) {
      throw new UndecidedError(`Gave up after ${this.#maxSteps} configurations`);
    }
    if (this.#ordered > this.#longest.ordered) {
      const stuckAt = candidates.map((index) => this.#entryAt(index));
      this.#longest = { ordered: this.#ordered, stuckAt, state: this.#model.keyOf(state) };
    }
    const next = this.#inOrder(state, [...candidates, ...this.#openBefore(candidates)]).flatMap((index) => {
      const after = this.#apply(state, index);
      return after === undefined ? [] : [[index, after] as const];
    });
    this.#frames.push({ low, taken, next, at: 0 });
  }

  /**
   * The first call is due. Where it does not fit, what it waits for is tried before the others; where it would take from a
   * read what that one saw, what the read waits for is.
   */
  #inOrder(state: State, candidates: readonly number[]): readonly number[] {
    const [due] = candidates;
    if (due === undefined) return candidates;
    const { mayUnblock } = this.#model;
    const actions = new Map(candidates.map((index) => [index, this.#entryAt(index).action]));
    const dueAction = this.#entryAt(due).action;
    const after = this.#apply(state, due);
    const blocked =
      after === undefined
        ? dueAction
        : [...actions.values()].find(
            (read) => !mayUnblock(state, dueAction, read) && mayUnblock(after, dueAction, read),
          );
    if (blocked === undefined) return candidates;
    const isFirst = (index: number): boolean => mayUnblock(state, actions.get(index) as Action, blocked);
    return [...candidates.filter(isFirst), ...candidates.filter((index) => !isFirst(index))];
  }

  /** The calls that no other one has to precede: those that began before any of the others returned. */
  #candidatesFrom(low: number): readonly number[] {
    const begun: number[] = [];
    let until = Infinity;
    for (let index = low; index < this.#answered && this.#entryAt(index).calledAt <= until; index++) {
      if (this.#isTaken[index] === 1) continue;
      begun.push(index);
      until = Math.min(until, this.#entryAt(index).returnedAt);
    }
    return begun
      .filter((index) => this.#entryAt(index).calledAt <= until)
      .toSorted((a, b) => (this.#dueAt[a] as number) - (this.#dueAt[b] as number));
  }

  /** Of many concurrent writes, the one whose value a later call sees comes last. */
  #findDueTimes(): readonly number[] {
    const lastSeenAt = new Map<string, number>();
    for (const { calledAt, action } of this.#entries) {
      for (const value of this.#model.valuesSeen(action)) {
        lastSeenAt.set(value, Math.max(calledAt, lastSeenAt.get(value) ?? calledAt));
      }
    }
    return this.#entries.map(({ returnedAt, action }) =>
      Math.max(returnedAt, ...this.#model.valuesWritten(action).map((value) => lastSeenAt.get(value) ?? 0)),
    );
  }

  /** Calls without a response that may come before the next one with a response. */
  #openBefore(candidates: readonly number[]): readonly number[] {
    const until = Math.min(...candidates.map((index) => this.#entryAt(index).returnedAt));
    const open = Array.from(
      { length: this.#entries.length - this.#answered },
      (_, at) => this.#answered + at,
    );
    return open.filter((index) => this.#isTaken[index] === 0 && this.#entryAt(index).calledAt <= until);
  }

  #takenFrom(low: number): readonly number[] {
    const taken: number[] = [];
    for (let index = low; index < this.#isTaken.length; index++) {
      if (this.#isTaken[index] === 1) taken.push(index);
    }
    return taken;
  }

  #setTaken(indexes: readonly number[], value: 0 | 1): void {
    for (const index of indexes) this.#isTaken[index] = value;
    this.#ordered += (value === 1 ? 1 : -1) * indexes.filter((index) => index < this.#answered).length;
  }

  #apply(state: State, index: number): State | undefined {
    return this.#model.apply(state, this.#entryAt(index).action);
  }

  #entryAt(index: number): HistoryEntry<Action> {
    return this.#entries[index] as HistoryEntry<Action>;
  }
}
