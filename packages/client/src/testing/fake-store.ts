import {
  type ComputerPort,
  endCurrentStep,
  type JsonText,
  jsonItems,
  jsonText,
  listComputers,
  refuseTaken,
  type StepStart,
} from "@compute-host/core";
import type { Computer } from "@compute-host/types";

/** The computers of the fake service. */
export interface FakeStore extends ComputerPort<Computer> {
  /** As they are now, by ID. */
  readonly computers: Map<string, Computer>;
  /** Ends the running step, as completed or, with an error, as failed, and starts the next one. */
  endStep(id: string, error?: string): void;
  nextStart(): StepStart;
}

/** Creates the store; each step of a computer ends after that many reads. */
export function createFakeStore(computers: Map<string, Computer>, looksPerStep: number): FakeStore {
  /** How often each computer was read since its last change. */
  const looks = new Map<string, number>();
  let sessions = 0;
  const nextStart = () => ({ startedAt: Date.now(), installSessionId: `ins_fake_${++sessions}` });

  function put(computer: Computer): void {
    computers.set(computer.id, computer);
    looks.set(computer.id, 0);
  }

  function endStep(id: string, error?: string): void {
    const computer = computers.get(id);
    const end = { completedAt: Date.now(), ...(error !== undefined && { error }) };
    if (computer) put(endCurrentStep(computer, end, nextStart()).computer);
  }

  return {
    computers,
    endStep,
    nextStart,
    async get({ id }) {
      const seen = (looks.get(id) ?? 0) + 1;
      looks.set(id, seen);
      if (computers.get(id)?.status === "provisioning" && seen > looksPerStep) endStep(id);
      return textOf(computers.get(id));
    },
    async list({ ownerId: _anyOwner, after: _start, ...filter }) {
      const text = jsonItems(listComputers(computers.values(), filter).map(jsonText));
      return { text, byteLength: new TextEncoder().encode(text).length };
    },
    async change({ id }, change) {
      const computer = computers.get(id);
      if (computer === undefined) return undefined;
      const { computer: changed } = change(computer);
      // The caller owns all computers, whoever their records name: the list holds them all.
      refuseTaken(withoutOwner(changed), Array.from(computers.values(), withoutOwner));
      put(changed);
      return textOf(changed);
    },
  };
}

function withoutOwner({ ownerId: _anyOwner, ...computer }: Computer): Computer {
  return computer;
}

function textOf(computer: Computer | undefined): JsonText<Computer> | undefined {
  return computer && jsonText({ ...computer, provisioningSteps: computer.provisioningSteps ?? [] });
}
