import type { ComputerStore } from "../../computers/computer-store.ts";
import type { Engine, Plan } from "../engine.ts";
import type { GroupCommit } from "./group-commit.ts";

// Nothing is awaited inside a transaction: whoever has its locks would wait for the caller.

declare const engine: Engine;
declare const store: ComputerStore;
declare const group: GroupCommit;
declare const plan: Plan<number>;
const key = { id: "a", ownerId: "b" };
const write = { computerId: "a", needsJob: false };

export const accepted: readonly Promise<unknown>[] = [
  engine.transaction({ reads: [], decide: () => ({ writes: [], result: 1 }) }),
  engine.commitAll(function* () {
    yield plan;
  }),
  group.write({ ...write, apply: () => 1 }),
  store.change(key, (computer) => ({ computer, startsJob: false })),
  store.advanceJob({ computerId: "a", attempt: 1 }, (computer) => ({ computer, ends: true })),
];

export const refused: readonly Promise<unknown>[] = [
  // @ts-expect-error a plan decides at once
  engine.transaction({ reads: [], decide: async () => ({ writes: [], result: 1 }) }),
  // @ts-expect-error plans follow each other without a pause
  engine.commitAll(async function* () {
    yield plan;
  }),
  // @ts-expect-error a write is applied at once
  group.write({ ...write, apply: async () => 1 }),
  // @ts-expect-error a change is made at once
  store.change(key, async (computer) => ({ computer, startsJob: false })),
  // @ts-expect-error a job's progress too
  store.advanceJob({ computerId: "a", attempt: 1 }, async (computer) => ({ computer, ends: true })),
];
