import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../test/temporary-folder.ts";
import { runIdVariable } from "./processes.ts";
import { dropRun, isDropped, type Outcome, orderRun, recordEnd, recordPid, stateOf } from "./run-folder.ts";
import { type RunStateName, runStates } from "./run-states.ts";

const end = (outcome: Outcome) => (folder: string) => recordEnd(folder, outcome);

/** How each state is reached from an ordered run, and as what a reader sees it if that is another one. */
const ways: Readonly<Record<RunStateName, readonly [reach: (folder: string) => void, seen?: RunStateName]>> =
  {
    ordered: [() => {}],
    begun: [() => {}, "ordered"],
    running: [(folder) => recordPid(folder, process.pid)],
    exited: [end({ kind: "exited", code: 0 })],
    signalled: [end({ kind: "signalled", signal: "SIGKILL" })],
    "timed-out": [end({ kind: "timed-out" })],
    "not-begun": [end({ kind: "not-begun", code: "EMFILE" })],
    "cannot-begin": [end({ kind: "cannot-begin", code: "E2BIG" })],
    "lease-ended": [dropRun, "dropped"],
    dropped: [dropRun],
    unknown: [() => {}],
  };

const names = Object.keys(runStates) as RunStateName[];

/** Orders a run of this supervisor. */
function order(supervisor: number): string {
  const subject = { runId: "run", computerId: "a", stepId: "s" };
  return orderRun(temporaryFolder(), { ...subject, supervisor, supervisorId: "supervisor" });
}

/** Starts a process that looks like a supervisor. */
function supervise(): number {
  const child = spawn("sleep", ["300"], { env: { ...process.env, [runIdVariable]: "supervisor" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}

/** No process has it. */
const noProcess = 2 ** 22 + 1;

test.each(names)("a run that is %s is seen so", async (name) => {
  const [reach, seen = name] = ways[name];
  const folder = order(name === "unknown" ? noProcess : supervise());
  reach(folder);
  expect(await stateOf(folder)).toBe(seen);
});

test.each(names)(
  "a run that is %s can be read after its supervisor is gone, and can be dropped once",
  async (name) => {
    const [reach, seen = name] = ways[name];
    const folder = order(noProcess);
    reach(folder);
    const isOpen = seen === "ordered" || seen === "running";
    expect(await stateOf(folder)).toBe(isOpen ? "unknown" : seen);
    dropRun(folder);
    dropRun(folder);
    expect([isDropped(folder), await stateOf(folder)]).toEqual([true, "dropped"]);
    expect(() => recordEnd(folder, { kind: "timed-out" })).toThrow("ENOENT");
    expect(() => recordPid(folder, 1)).toThrow("it was ended");
  },
);
