import { spawn, spawnSync } from "node:child_process";
import { StartedProcess } from "@compute-host/command-line/process";

/** The abilities of strace on this machine. */
export interface StraceAbility {
  /** Whether it can start a process and trace it. */
  readonly canTrace: boolean;
  /** Whether it can attach to a process that runs, which some systems allow to administrators only. */
  readonly canAttach: boolean;
}

/** Finds out by trying. */
export function straceAbility(): StraceAbility {
  // Inside another trace it cannot. With `-D` the exit code would be that of `true`.
  const canTrace = spawnSync("strace", ["-f", "-qq", "-e", "trace=none", "true"]).status === 0;
  if (!canTrace) return { canTrace, canAttach: false };
  const sleeper = spawn("sleep", ["60"], { stdio: "ignore" });
  const attached = spawnSync("strace", ["-e", "trace=none", "-p", String(sleeper.pid)], {
    // It stays attached until then.
    timeout: 1000,
    encoding: "utf8",
  });
  sleeper.kill("SIGKILL");
  return { canTrace, canAttach: / attached$/m.test(attached.stderr) };
}

/** The launcher of a process whose syncs and responses go to a file. `-D` leaves the process itself as the child. */
export function straceLauncher(tracePath: string): readonly string[] {
  const calls = "trace=fsync,fdatasync,write,writev,sendto,sendmsg";
  return ["strace", "-D", "-f", "-qq", "-s", "24", "-e", calls, "-o", tracePath];
}

const startsResponse = /^(write|writev|sendto|sendmsg)\(.*"HTTP\/1\.1 /;
const completesSync = /^(fsync|fdatasync)\(.*\)\s+= 0$|^<\.\.\. (fsync|fdatasync) resumed>\)\s+= 0$/;

const writesToLog = /^write\(2, "\{/;

/** The events before a response, since the previous one. */
export interface BeforeResponse {
  readonly syncs: number;
  /** Writes to the log since the last sync. */
  readonly logWrites: number;
}

/** The events before each response in a trace. */
export function callsBeforeResponses(trace: string): readonly BeforeResponse[] {
  const responses: BeforeResponse[] = [];
  let syncs = 0;
  let logWrites = 0;
  for (const line of trace.split("\n")) {
    const call = line.replace(/^\d+\s+/, "");
    if (completesSync.test(call)) {
      syncs += 1;
      logWrites = 0;
    }
    if (writesToLog.test(call)) logWrites += 1;
    if (!startsResponse.test(call)) continue;
    responses.push({ syncs, logWrites });
    syncs = 0;
    logWrites = 0;
  }
  return responses;
}

/** Changes what syncs do in a process that runs, until it is disposed of. */
export class SyncFault implements AsyncDisposable {
  readonly #strace: StartedProcess;

  private constructor(strace: StartedProcess) {
    this.#strace = strace;
  }

  /** The fault in strace's words, for example `error=EIO` or `delay_enter=300ms`. */
  static async inject(pid: number, fault: string): Promise<SyncFault> {
    const calls = "fsync,fdatasync";
    const args = ["-f", "-e", `trace=${calls}`, "-e", `inject=${calls}:${fault}`, "-p", String(pid)];
    const strace = new StartedProcess("strace", args);
    await strace.prints(/attached/);
    return new SyncFault(strace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#strace.stop("SIGINT");
  }
}
