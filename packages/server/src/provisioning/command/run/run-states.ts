/** A state of a run. The texts are the rows of the operator's manual. */
export interface RunState {
  /** Who brings a run into it. */
  readonly writer: "service" | "supervisor" | "either" | "no one";
  /** What shows it, in the folder of the run. */
  readonly file: string;
  /** What the service does when it sees it. */
  readonly reader: string;
  /** Who may undo it, and how. */
  readonly undo: string;
  /** What follows if the service or the supervisor is killed in it. */
  readonly crash: string;
}

const recorded = {
  undo: "no one",
  crash: "nothing: the next start reads it",
} as const;

/**
 * The contract between the service and its supervisors, which share only the folders of runs. Each transition is one
 * function of `run-folder.ts`.
 */
export const runStates = {
  ordered: {
    writer: "service",
    file: "`owner`; `pid` and `outcome` are blank",
    reader: "waits",
    undo: "either, by removing `outcome`",
    crash: "it becomes unknown once the supervisor is gone",
  },
  begun: {
    writer: "supervisor",
    file: "like ordered; a process has `COMPUTE_HOST_RUN_ID`",
    reader: "waits",
    undo: "either, by removing `outcome`",
    crash: "of the supervisor: unknown; the next try kills the process",
  },
  running: {
    writer: "supervisor",
    file: "`pid` has the process group",
    reader: "waits",
    undo: "either, by removing `outcome` before it ends the group",
    crash: "of the service: none; of the supervisor: unknown",
  },
  exited: { writer: "supervisor", file: "`outcome`", reader: "records the step's result", ...recorded },
  signalled: { writer: "supervisor", file: "`outcome`", reader: "fails the step", ...recorded },
  "timed-out": { writer: "supervisor", file: "`outcome`", reader: "fails the step", ...recorded },
  "cannot-begin": { writer: "supervisor", file: "`outcome`", reader: "fails the step", ...recorded },
  "not-begun": {
    writer: "either",
    file: "`outcome`",
    reader: "runs the step again after a pause",
    ...recorded,
  },
  "lease-ended": {
    writer: "supervisor",
    file: "no `outcome`",
    reader: "like dropped",
    undo: "no one",
    crash: "another node runs the step",
  },
  dropped: {
    writer: "either",
    file: "no `outcome`",
    reader: "ends what is left, and runs the step again",
    undo: "no one",
    crash: "the next start ends what is left",
  },
  unknown: {
    writer: "no one",
    file: "a blank `outcome`, and the supervisor in `owner` is gone",
    reader: "drops it",
    undo: "service, by removing `outcome`",
    crash: "the next start drops it",
  },
} as const satisfies Readonly<Record<string, RunState>>;

/** The name of a state. */
export type RunStateName = keyof typeof runStates;
