import { spawn, spawnSync } from "node:child_process";
import { StartedProcess } from "@compute-host/command-line/process";

/** Makes every sync of a running process fail until it is disposed of. */
export class SyncFault implements AsyncDisposable {
  readonly #strace: StartedProcess;

  private constructor(strace: StartedProcess) {
    this.#strace = strace;
  }

  /** Whether strace may attach to a running process, which some systems only allow administrators. */
  static get isAllowed(): boolean {
    const sleeper = spawn("sleep", ["60"], { stdio: "ignore" });
    const attached = spawnSync("strace", ["-e", "trace=none", "-p", String(sleeper.pid)], {
      // It stays attached until it is killed.
      timeout: 1000,
      encoding: "utf8",
    });
    sleeper.kill("SIGKILL");
    return / attached$/m.test(attached.stderr);
  }

  static async inject(pid: number): Promise<SyncFault> {
    const calls = "fsync,fdatasync";
    const args = ["-f", "-e", `trace=${calls}`, "-e", `inject=${calls}:error=EIO`, "-p", String(pid)];
    const strace = new StartedProcess("strace", args);
    await strace.prints(/attached/);
    return new SyncFault(strace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#strace.stop("SIGINT");
  }
}
