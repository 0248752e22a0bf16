import type { Computer, ComputerUpdate } from "@compute-host/types";
import type { HistoryEntry, Model } from "./linearizability.ts";

/** The members of a computer in a response that calls can change. */
export interface SeenComputer {
  readonly id: string;
  readonly name: string;
  readonly hostId?: string | undefined;
  readonly remoteUser?: string | undefined;
  /** The last install session. */
  readonly session: string;
  /** `running`, `completed` or `failed`. */
  readonly install: string;
}

/** Why a call was refused: the last part of a problem's type. */
export type Refusal = "name-taken" | "host-taken" | "host-already-set" | "install-session-running";

/** A call with its outcome, or the end of a command; an absent `result` is a call without a response. */
export type Action =
  | { readonly kind: "read"; readonly id: string; readonly result: SeenComputer }
  | { readonly kind: "list"; readonly result: readonly SeenComputer[] }
  | {
      readonly kind: "update";
      readonly id: string;
      readonly fields: ComputerUpdate;
      readonly result?: SeenComputer | Refusal;
    }
  | { readonly kind: "retry"; readonly id: string; readonly result?: SeenComputer | Refusal }
  /** A command of the session ended by itself at this time, so that the session may end from then on. */
  | { readonly kind: "end"; readonly id: string; readonly session: string; readonly install: string };

const statuses: Readonly<Record<string, string>> = {
  running: "provisioning",
  completed: "active",
  failed: "error",
};

/** Takes from a response what the model knows; the status has to agree with the step. */
export function seenComputer(computer: Computer): SeenComputer {
  const step = computer.provisioningSteps?.find(({ id }) => id === "install-deps");
  const { id, name, hostId, remoteUser, status } = computer;
  const install = step?.status ?? "none";
  if (status !== statuses[install]) throw new Error(`${id} is ${status} while its step is ${install}`);
  return { id, name, hostId, remoteUser, session: step?.installSessionId ?? "", install };
}

interface ComputerState extends SeenComputer {
  /** Sessions of retries without a response that took effect. */
  readonly found: readonly string[];
}

type State = ReadonlyMap<string, ComputerState>;

/** Stands for the session of a retry without a response until it is seen. */
const unseen = "?";

/** All computers of an owner: reads, lists, updates with names and hosts that only one may have, and install sessions. */
export function computersModel(
  initial: readonly SeenComputer[],
  history: readonly HistoryEntry<Action>[],
): Model<State, Action> {
  const attributed = new Set(history.flatMap(({ action }) => sessionStartedBy(action)));
  const reconcile = (state: ComputerState, session: string): ComputerState => {
    const isFirstSight =
      state.session === unseen && !attributed.has(session) && !state.found.includes(session);
    return isFirstSight ? { ...state, session, found: [...state.found, session] } : state;
  };
  /** The computer as it was seen, or `undefined` if that is impossible. */
  const see = (state: ComputerState | undefined, seen: SeenComputer): ComputerState | undefined => {
    const known = state && reconcile(state, seen.session);
    return known && fields.every((field) => known[field] === seen[field]) ? known : undefined;
  };
  const applyUpdate = (state: State, { id, fields: update, result }: Action & { kind: "update" }) => {
    const before = state.get(id);
    if (before === undefined) return undefined;
    const refusal = refusalOf(state, before, update);
    if (typeof result === "string" || refusal !== undefined) return result === refusal ? state : undefined;
    const changed = { ...before, ...update };
    const after = result === undefined ? changed : see(changed, result);
    return after && put(state, after);
  };
  const applyRetry = (state: State, { id, result }: Action & { kind: "retry" }) => {
    const before = state.get(id);
    if (before === undefined) return undefined;
    if (before.install === "running") return result === "install-session-running" ? state : undefined;
    if (typeof result === "string") return undefined;
    const started = { ...before, session: result?.session ?? unseen, install: "running" };
    const after = result === undefined ? started : see(started, result);
    return after && put(state, after);
  };
  return {
    initial: new Map(initial.map((seen) => [seen.id, { ...seen, found: [] }])),
    isRead: (action) =>
      action.kind === "read" ||
      action.kind === "list" ||
      (action.kind !== "end" && typeof action.result === "string"),
    valuesWritten: (action) => (action.kind === "update" ? valuesOf(action.id, { ...action.fields }) : []),
    valuesSeen(action) {
      if (action.kind === "list") return action.result.flatMap((seen) => valuesOf(seen.id, seen));
      if (action.kind === "end" || typeof action.result !== "object") return [];
      return valuesOf(action.id, action.result);
    },
    mayUnblock(state, call, blocked) {
      if (call.kind === "list" || blocked.kind !== "list") {
        return call.kind !== "list" && blocked.kind !== "list" && call.id === blocked.id;
      }
      const seen = blocked.result.find(({ id }) => id === call.id);
      return seen !== undefined && see(state.get(call.id), seen) === undefined;
    },
    keyOf: (state) => JSON.stringify([...state.values()]),
    apply(state, action) {
      if (action.kind === "update") return applyUpdate(state, action);
      if (action.kind === "retry") return applyRetry(state, action);
      if (action.kind === "end") {
        const before = state.get(action.id);
        const known = before && reconcile(before, action.session);
        if (known?.session !== action.session || known.install !== "running") return undefined;
        return put(state, { ...known, install: action.install });
      }
      const seen = action.kind === "read" ? [action.result] : action.result;
      if (action.kind === "list" && seen.length !== state.size) return undefined;
      let after: State | undefined = state;
      for (const one of seen) {
        const known = see(after.get(one.id), one);
        if (known === undefined) return undefined;
        after = put(after, known);
      }
      return after;
    },
  };
}

const fields = ["name", "hostId", "remoteUser", "session", "install"] as const;

/** The values of fields that updates write, as texts. */
function valuesOf(id: string, seen: Partial<SeenComputer>): readonly string[] {
  const { name, hostId, remoteUser } = seen;
  return Object.entries({ name, hostId, remoteUser }).flatMap(([field, value]) =>
    value === undefined ? [] : [`${id} ${field} ${value}`],
  );
}

function sessionStartedBy(action: Action): string[] {
  return action.kind === "retry" && typeof action.result === "object" ? [action.result.session] : [];
}

/** The state with a computer as it is now; the same object if nothing changes. */
function put(state: State, computer: ComputerState): State {
  const before = state.get(computer.id);
  if (before === computer) return state;
  const isSame =
    before?.found === computer.found && fields.every((field) => before[field] === computer[field]);
  return isSame ? state : new Map(state).set(computer.id, computer);
}

function refusalOf(state: State, computer: ComputerState, update: ComputerUpdate): Refusal | undefined {
  const { name, hostId } = update;
  if (hostId !== undefined && computer.hostId !== undefined && hostId !== computer.hostId) {
    return "host-already-set";
  }
  const others = [...state.values()].filter(({ id }) => id !== computer.id);
  if (name !== undefined && others.some((other) => other.name === name)) return "name-taken";
  if (hostId !== undefined && others.some((other) => other.hostId === hostId)) return "host-taken";
  return undefined;
}

/**
 * The history of one computer: what concerns the others is left out, and so is a refusal for the sake of another one. Many
 * calls can be checked so, where the search over all computers would take too long.
 */
export function historyOfComputer(
  history: readonly HistoryEntry<Action>[],
  id: string,
): readonly HistoryEntry<Action>[] {
  return history.flatMap((entry) => {
    const { action } = entry;
    if (action.kind === "list") {
      const result = action.result.find((seen) => seen.id === id);
      // A list without the computer stays one, and fits nowhere.
      if (result === undefined) return [{ ...entry, action: { ...action, result: [] } }];
      return [{ ...entry, action: { kind: "read" as const, id, result } }];
    }
    if (action.id !== id) return [];
    const isOfAnother =
      action.kind === "update" && (action.result === "name-taken" || action.result === "host-taken");
    return isOfAnother ? [] : [entry];
  });
}
