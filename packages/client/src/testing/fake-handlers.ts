import {
  ConflictError,
  endCurrentStep,
  listComputers,
  refuseTaken,
  retryInstallDeps,
  type StepStart,
  updateComputer,
} from "@compute-host/core";
import type { Computer, ComputerUpdate, OperationId } from "@compute-host/types";
import type { FakeRequest } from "./fake-request.ts";
import type { FakeResponse } from "./fake-response.ts";
import { FakeProblemError, type ProblemName } from "./fake-responses.ts";

/** The computers of the fake service by ID, and how often each was read since its last change. */
export interface FakeState {
  readonly computers: Map<string, Computer>;
  readonly looks: Map<string, number>;
  readonly looksPerStep: number;
  sessions: number;
}

/** Carries out an operation. */
export type FakeHandler = (state: FakeState, request: FakeRequest) => FakeResponse;

/** The problem of each conflict. */
const conflictProblems: Readonly<Record<ConflictError["code"], ProblemName>> = {
  "name-taken": "nameTaken",
  "host-already-set": "hostAlreadySet",
  "host-taken": "hostTaken",
  "install-session-running": "installSessionRunning",
  "earlier-step-not-completed": "earlierStepNotCompleted",
  "no-install-deps-step": "noInstallDepsStep",
};

/** The operations that keep state. Any other operation of the spec gets the first example of its success. */
export const fakeHandlers: Readonly<Partial<Record<OperationId, FakeHandler>>> = {
  listComputers({ computers }, { params }) {
    const { hostId, includeProvisioningSteps } = params as {
      hostId?: string;
      includeProvisioningSteps?: string;
    };
    const withSteps = includeProvisioningSteps === "true";
    return { status: 200, body: { computers: listComputers(computers.values(), { hostId, withSteps }) } };
  },

  getComputer(state, request) {
    const computer = computerOf(state, request);
    const looks = (state.looks.get(computer.id) ?? 0) + 1;
    const isDue = computer.status === "provisioning" && looks > state.looksPerStep;
    const current = isDue ? endStep(state, computer) : computer;
    state.looks.set(computer.id, isDue ? 0 : looks);
    state.computers.set(computer.id, current);
    return { status: 200, body: withSteps(current) };
  },

  updateComputer(state, request) {
    const computer = computerOf(state, request);
    return changed(state, 200, () => {
      const updated = updateComputer(computer, request.body as ComputerUpdate);
      refuseTaken(updated, state.computers.values());
      return updated;
    });
  },

  retryInstallDeps(state, request) {
    const computer = computerOf(state, request);
    return changed(state, 202, () => retryInstallDeps(computer, nextStart(state)));
  },
};

/** Ends the running step, as completed or with an error as failed, and starts the next one. */
export function endStep(state: FakeState, computer: Computer, error?: string): Computer {
  const end = { completedAt: Date.now(), ...(error !== undefined && { error }) };
  return endCurrentStep(computer, end, nextStart(state)).computer;
}

function nextStart(state: FakeState): StepStart {
  return { startedAt: Date.now(), installSessionId: `ins_fake_${++state.sessions}` };
}

function computerOf({ computers }: FakeState, { path }: FakeRequest): Computer {
  const computer = computers.get(String(path.computerId));
  if (computer === undefined) throw new FakeProblemError("computerNotFound");
  return computer;
}

function changed(state: FakeState, status: number, change: () => Computer): FakeResponse {
  try {
    const computer = change();
    state.computers.set(computer.id, computer);
    state.looks.set(computer.id, 0);
    return { status, body: withSteps(computer) };
  } catch (error) {
    throw error instanceof ConflictError ? new FakeProblemError(conflictProblems[error.code]) : error;
  }
}

function withSteps(computer: Computer): Computer {
  return { ...computer, provisioningSteps: computer.provisioningSteps ?? [] };
}
