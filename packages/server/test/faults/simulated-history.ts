import { randomNumbers } from "../random-numbers.ts";
import type { Action, Refusal, SeenComputer } from "./computers-model.ts";
import type { HistoryEntry } from "./linearizability.ts";

/** A way in which a store is wrong; `none` is a right one. */
export const storeFaults = [
  "none",
  "a read of an old state",
  "an update that is acknowledged and lost",
  "an update that is seen and then gone",
  "an update that takes effect after its response",
  "a retry that is accepted while a session runs",
  "a session that ends before its command",
  "a value that no call wrote",
  "a list of two moments",
  "a name that two computers have",
  "a refusal without a reason",
  "a refused update that was made",
] as const;

/** Which way. */
export type StoreFault = (typeof storeFaults)[number];

/** The parameters of a simulation. */
export interface SimulationOptions {
  readonly seed: number;
  readonly fault: StoreFault;
  readonly computers: number;
  readonly callers: number;
  readonly calls: number;
}

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

/** The history of a store in memory, whose calls take effect at some moment between call and return. */
export function simulateHistory(options: SimulationOptions): readonly HistoryEntry<Action>[] {
  return new Simulation(options).run();
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #random: () => number;
  readonly #history: HistoryEntry<Action>[] = [];
  #computers: ReadonlyMap<string, SeenComputer>;
  #before: ReadonlyMap<string, SeenComputer>;
  readonly #effects: { readonly at: number; readonly happen: () => void }[] = [];
  #written = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#random = randomNumbers(options.seed);
    this.#computers = new Map(freshComputers(options.computers).map((computer) => [computer.id, computer]));
    this.#before = this.#computers;
  }

  run(): readonly HistoryEntry<Action>[] {
    const { callers, calls } = this.#options;
    const free = Array.from({ length: callers }, () => this.#random() * 5);
    for (let call = 0; call < calls; call++) {
      const caller = free.indexOf(Math.min(...free));
      const calledAt = free[caller] as number;
      const effectAt = calledAt + this.#random() * 5;
      const returnedAt = effectAt + this.#random() * 5;
      free[caller] = returnedAt + this.#random();
      this.#schedule(effectAt, this.#callOf(calledAt, effectAt, returnedAt));
    }
    for (;;) {
      const first = this.#effects.toSorted((a, b) => a.at - b.at)[0];
      if (first === undefined) break;
      this.#effects.splice(this.#effects.indexOf(first), 1);
      first.happen();
    }
    // What became of it all.
    const at = Math.max(...free) + 1_000;
    this.#record(at, at + 1, { kind: "list", result: [...this.#computers.values()] });
    return this.#history;
  }

  #callOf(calledAt: number, effectAt: number, returnedAt: number): () => void {
    const id = `c${Math.floor(this.#random() * this.#options.computers)}`;
    const kind = this.#random();
    const record = (action: Action) => this.#record(calledAt, returnedAt, action);
    if (kind < 0.3) return () => record({ kind: "read", id, result: this.#read(id) });
    if (kind < 0.45) return () => record({ kind: "list", result: this.#list() });
    if (kind < 0.6) return () => record({ kind: "retry", id, ...this.#retry(id, effectAt) });
    const name = this.#random() < 0.3 ? "shared" : `n${++this.#written}`;
    const fields = this.#random() < 0.7 ? { name } : { remoteUser: `u${++this.#written}` };
    return () => {
      const result = this.#update(id, fields, returnedAt);
      if (result !== undefined) record({ kind: "update", id, fields, result });
    };
  }

  #read(id: string): SeenComputer {
    if (this.#fails("a value that no call wrote")) return { ...this.#get(id), remoteUser: "phantom" };
    if (this.#fails("a read of an old state")) return this.#before.get(id) as SeenComputer;
    return this.#get(id);
  }

  #list(): readonly SeenComputer[] {
    const isTorn = this.#fails("a list of two moments");
    return [...this.#computers.values()].map((computer, index) =>
      isTorn && index % 2 === 0 ? (this.#before.get(computer.id) as SeenComputer) : computer,
    );
  }

  #update(id: string, fields: Partial<SeenComputer>, returnedAt: number): SeenComputer | Refusal | undefined {
    const others = [...this.#computers.values()].filter((other) => other.id !== id);
    const isTaken = others.some(({ name }) => name === fields.name);
    if (isTaken && !this.#fails("a name that two computers have")) return "name-taken";
    if (this.#fails("a refusal without a reason")) return "name-taken";
    const after = { ...this.#get(id), ...fields };
    if (this.#fails("an update that is acknowledged and lost")) return after;
    if (this.#fails("an update that takes effect after its response")) {
      this.#schedule(returnedAt + 20, () => this.#put({ ...this.#get(id), ...fields }));
      return after;
    }
    const before = this.#get(id);
    this.#put(after);
    if (this.#fails("an update that is seen and then gone")) {
      const { name, remoteUser } = before;
      this.#schedule(returnedAt + 20, () => this.#put({ ...this.#get(id), name, remoteUser }));
    }
    // The caller was told that nothing happened, so there is nothing to put down.
    return this.#fails("a refused update that was made") ? undefined : after;
  }

  #retry(id: string, effectAt: number): { readonly result: SeenComputer | Refusal } {
    const isRunning = this.#get(id).install === "running";
    if (isRunning && !this.#fails("a retry that is accepted while a session runs")) {
      return { result: "install-session-running" };
    }
    const session = `ins_${++this.#written}`;
    this.#put({ ...this.#get(id), session, install: "running" });
    const result = this.#get(id);
    const commandEndsAt = effectAt + 5 + this.#random() * 20;
    const endsAt = commandEndsAt + this.#random() * 5;
    const isEarly = this.#fails("a session that ends before its command");
    this.#record(commandEndsAt, Infinity, { kind: "end", id, session, install: "completed" });
    this.#schedule(isEarly ? effectAt : endsAt, () => {
      if (this.#get(id).session === session) this.#put({ ...this.#get(id), install: "completed" });
    });
    return { result };
  }

  #fails(fault: StoreFault): boolean {
    return this.#options.fault === fault && this.#random() < 0.3;
  }

  #get(id: string): SeenComputer {
    return this.#computers.get(id) as SeenComputer;
  }

  #put(computer: SeenComputer): void {
    if (this.#random() < 0.5) this.#before = this.#computers;
    this.#computers = new Map(this.#computers).set(computer.id, computer);
  }

  #schedule(at: number, happen: () => void): void {
    this.#effects.push({ at, happen });
  }

  #record(calledAt: number, returnedAt: number, action: Action): void {
    this.#history.push({ calledAt, returnedAt, action });
  }
}
