import { hash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { StartedProcess } from "@compute-host/command-line/process";
import { expect, test } from "vitest";
import { allRuns, readOwner } from "../../src/provisioning/command/run/run-folder.ts";
import { stepLogFile } from "../../src/provisioning/command/run/step-logs.ts";
import { type RunningService, Workplace } from "../commands/run-command.ts";
import { fillDatabase } from "../durability/fill-database.ts";
import { SyncFault } from "../durability/sync-fault.ts";
import { isRunning } from "../is-running.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

/** A system call that is refused once. */
interface Call {
  readonly of: keyof typeof traced;
  readonly name: string;
  /** The file of a run, if the call names one. */
  readonly file?: string;
  /** Of the calls of a thread, otherwise. */
  readonly number?: number;
}

/** Whose calls are traced: fewer threads take less time. `starter` is what becomes the command. */
const traced = {
  service: { follows: [] },
  supervisor: { follows: [] },
  worker: { follows: [] },
  fork: { follows: ["-f", "-b", "execve"] },
  starter: { follows: ["-f"] },
};

/** The calls by which our code changes and reads files, and starts processes. */
const names =
  /^(openat|p?read(64)?|p?write(64)?|f(data)?sync|rename\w*|mkdir\w*|unlink\w*|mknod\w*|clone3?|v?fork|execve|pipe2|socketpair)$/;
const errors = ["EMFILE", "ENOSPC", "EIO"];

const stepCount = 32;
/** The step whose calls are refused; the others share its supervisor. */
const chosen = 7;

/** The calls of the code that starts processes and makes folders, for which no file is known before. */
const startingCalls: readonly Call[] = [
  { of: "supervisor", name: "clone", number: chosen },
  { of: "supervisor", name: "pipe2", number: chosen },
  { of: "supervisor", name: "socketpair", number: chosen },
  { of: "fork", name: "execve" },
  { of: "service", name: "clone", number: 1 },
  { of: "service", name: "pipe2", number: 1 },
  { of: "service", name: "socketpair", number: 1 },
  { of: "service", name: "mkdir", number: chosen },
  { of: "service", name: "mkdir", number: chosen + 1 },
  { of: "service", name: "openat", number: 5 },
  { of: "service", name: "openat", number: 25 },
  { of: "service", name: "openat", number: 60 },
  { of: "service", name: "openat", number: 100 },
];

/** A service with a supervisor, which runs 32 steps of 8 owners in each round. */
class RefusalLab {
  readonly #place: Workplace;
  readonly #service: RunningService;
  #round = 0;

  private constructor(place: Workplace, service: RunningService) {
    this.#place = place;
    this.#service = service;
  }

  static async prepare(place: Workplace): Promise<RefusalLab> {
    await fillDatabase(place.databaseUrl, [computerOf("first", 0)]);
    const steps = place.stepsBy(
      `echo $PPID > "\${0%/*}/supervisor"`,
      // The longest log is shortened.
      `[ "\${COMPUTE_HOST_COMPUTER_ID%-${chosen}}" = "$COMPUTE_HOST_COMPUTER_ID" ] || head -c 200000 /dev/zero`,
      "echo done",
    );
    const service = await place.serve({
      ...steps,
      COMPUTE_HOST_PROVISIONER_CONCURRENCY: String(stepCount),
    });
    const lab = new RefusalLab(place, service);
    await lab.#ended(1);
    return lab;
  }

  /** The calls for the chosen run, from a trace of a round. */
  async trace(): Promise<readonly Call[]> {
    const output = this.#place.write("trace", "");
    await this.#runSteps("starter", (files) => [
      ...traced.starter.follows,
      "-Y",
      "-y",
      "-o",
      output,
      ...files.flatMap((file) => ["-P", file]),
    ]);
    const calls = new Map<string, Call>();
    for (const line of readFileSync(output, "utf8").split("\n")) {
      const [, program = "", name = ""] = /^\d+<([\w.-]+)> +(\w+)\(/.exec(line) ?? [];
      const of = { node: "supervisor", "libuv-worker": "worker", sh: "starter", mkfifo: "starter" }[program];
      const [, path = ""] =
        /[<"](\/[^">]*-(?:runs|logs)[^">]*)[">]/.exec(line.replace(/AT_FDCWD<[^>]*>/, "")) ?? [];
      if (of === undefined || !names.test(name) || path === "") continue;
      calls.set(`${of} ${name} ${fileOf(path)}`, { of: of as Call["of"], name, file: fileOf(path) });
    }
    return [...calls.values()];
  }

  /** Refuses a call once, and resolves to what is wrong afterwards. */
  async refuse(call: Call, error: string): Promise<readonly string[]> {
    const before = this.#service.written().length;
    const output = this.#place.write("trace", "");
    await this.#runSteps(
      call.of,
      (files) => [
        ...traced[call.of].follows,
        "-e",
        `trace=${call.name}`,
        "-o",
        output,
        "-e",
        `inject=${call.name}:error=${error}:when=${call.number ?? 1}`,
        ...files.filter((file) => fileOf(file) === call.file).flatMap((file) => ["-P", file]),
      ],
      call.name === "execve",
    );
    const log = this.#service.written().slice(before);
    const isExit = /"msg":"The supervisor (?:exited|takes no more orders)/;
    return [
      ...(readFileSync(output, "utf8").includes("(INJECTED)") ? [] : ["the call was not refused"]),
      ...(this.#service.process.exitCode === null ? [] : ["the service exited"]),
      ...(call.of !== "service" && isExit.test(log) ? ["the supervisor exited"] : []),
      ...(log.match(/.*"A step failed"/g) ?? []),
    ];
  }

  /** @param untilWait whether the trace ends once steps wait. */
  async #runSteps(
    of: Call["of"],
    options: (files: readonly string[]) => readonly string[],
    untilWait = false,
  ) {
    // Only the first step that waits is logged, until all begin again.
    if (untilWait) await expect.poll(() => this.#saysWaiting()).toBe(false);
    const round = this.#round++;
    const supervisor = Number(readFileSync(join(this.#place.folder, "supervisor"), "utf8"));
    const before = this.#service.written().length;
    const ids = Array.from({ length: stepCount }, (_, index) => `r${round}-${index}`);
    const logsFolder = `${this.#place.databasePath}-logs`;
    const log = stepLogFile(logsFolder, ids[chosen] ?? "", "install-deps");
    writeFileSync(log, "an earlier log");
    const start = () => this.#add(ids);
    const attach = async (pid: number, files: readonly string[]) => {
      const threads = of === "worker" ? workersOf(pid) : [pid];
      const strace = new StartedProcess("strace", [
        ...options(files),
        ...threads.flatMap((thread) => ["-p", String(thread)]),
      ]);
      await strace.prints(/attached/);
      return strace;
    };
    let strace: StartedProcess;
    if (of === "service") {
      // It has to start another one.
      process.kill(supervisor, "SIGKILL");
      await expect.poll(() => isRunning(String(supervisor))).toBe(false);
      strace = await attach(this.#service.process.pid ?? 0, []);
      await start();
    } else {
      process.kill(supervisor, "SIGSTOP");
      await start();
      const runs = () => allRuns(`${this.#place.databasePath}-runs`);
      await expect
        .poll(() => runs().filter((run) => ids.includes(readOwner(run)?.computerId ?? "")).length)
        .toBe(stepCount);
      const folder = runs().find((run) => readOwner(run)?.computerId === ids[chosen]) ?? "";
      const files = ["", "pid", "outcome", "pipe", "made", "owner"].map((name) => join(folder, name));
      strace = await attach(supervisor, [...files, log, `${log}.new`]);
      process.kill(supervisor, "SIGCONT");
    }
    if (untilWait) {
      await expect.poll(() => this.#service.written().slice(before)).toContain("starting steps");
      await strace.stop("SIGINT");
    }
    await this.#ended(stepCount, before);
    await strace.stop("SIGINT");
  }

  #saysWaiting(): boolean {
    return (
      this.#service
        .written()
        .match(/starting steps \w+/g)
        ?.at(-1) === "starting steps fails"
    );
  }

  tail() {
    return this.#service.written().slice(-6000);
  }

  async #add(ids: readonly string[]): Promise<void> {
    const lines = ids.map((id, index) => JSON.stringify(computerOf(id, index)));
    const record = this.#place.write("import", lines.join("\n"));
    expect(await this.#place.run(["computers", "import", record])).toMatchObject({ exitCode: 0 });
  }

  #ended(count: number, from = 0) {
    const ends = () =>
      this.#service
        .written()
        .slice(from)
        .match(/"msg":"A step (?:completed|failed)"/g)?.length;
    return expect.poll(ends, { timeout: 200_000 }).toBe(count);
  }
}

/** The threads of a process in which Node.js makes asynchronous calls. */
function workersOf(pid: number): readonly string[] {
  const nameOf = (thread: string) => readFileSync(`/proc/${pid}/task/${thread}/comm`, "utf8");
  return readdirSync(`/proc/${pid}/task`).filter((thread) => nameOf(thread).startsWith("libuv-worker"));
}

/** The name of a file in the folder of a run, or of the log. */
function fileOf(path: string): string {
  if (path.includes("-logs")) return path.endsWith(".new") ? "log.new" : "log";
  return /-runs\/[^/]+$/.test(path) ? "folder" : basename(path);
}

function computerOf(id: string, index: number) {
  return sampleComputer({
    id,
    ownerId: `usr_${index % 8}`,
    provisioningSteps: [{ id: "install-deps", name: "Install", status: "pending" }],
  });
}

/** How many refusals are tried by default. */
const maxRounds = 12;
/** `REFUSED_CALLS=1000` tries each call with each error; `REFUSED_CALLS_SEED` makes another choice. */
const { REFUSED_CALLS: count = String(maxRounds), REFUSED_CALLS_SEED: seed = "1" } = process.env;

test.runIf(SyncFault.isAllowed)(
  `32 steps end with their true result although a call is refused once (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    await using place = new Workplace();
    const lab = await RefusalLab.prepare(place);
    const calls = [...(await lab.trace()), ...startingCalls];
    const rounds = calls.flatMap((call) => errors.map((error) => ({ call, error })));
    const keyOf = (round: object) => hash("sha256", seed + JSON.stringify(round));
    const taken = rounds.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))).slice(0, Number(count));
    const wrong: string[] = [];
    let slowestMs = 0;
    for (const [index, { call, error }] of taken.entries()) {
      const name = `${JSON.stringify(call)} ${error}`;
      const startedAt = performance.now();
      const found = await lab.refuse(call, error).catch((cause: unknown) => {
        throw new Error(`${name}: ${lab.tail()}`, { cause });
      });
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (found.length > 0) wrong.push(`${name}: ${found.join("; ")}`);
      if (taken.length > maxRounds)
        console.log(index + 1, name, Math.round(performance.now() - startedAt), found);
    }
    console.log(`${taken.length} of ${rounds.length} refusals; the slowest took ${Math.round(slowestMs)} ms`);
    expect(wrong).toEqual([]);
  },
);
