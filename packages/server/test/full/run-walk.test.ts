import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { readOwner, readPid, stateOf } from "../../src/provisioning/command/run/run-folder.ts";
import { type RunStateName, runStates } from "../../src/provisioning/command/run/run-states.ts";
import { stepLogFile } from "../../src/provisioning/command/run/step-logs.ts";
import { get, type RunningService, type ServiceHere, Workplace } from "../commands/run-command.ts";
import { fillDatabase } from "../durability/fill-database.ts";
import { SmallFileSystem } from "../durability/small-file-system.ts";
import { isRunning } from "../is-running.ts";
import { takePreparedDatabase } from "../postgres/test-database.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

/** How the step of a run ends, whatever disturbs it. */
interface Ending {
  /** The error of the step; absent if it completes. */
  readonly error?: string;
  /** How often its command starts. */
  readonly starts: number;
  /** How often, if its supervisor is killed. @default the same */
  readonly startsAnew?: number;
}

const endings: Readonly<Record<RunStateName, Ending>> = {
  ordered: { starts: 1 },
  begun: { starts: 1, startsAnew: 2 },
  running: { starts: 1, startsAnew: 2 },
  exited: { error: "The command exited with code 3: output", starts: 1 },
  signalled: { error: "The command was ended by SIGKILL: output", starts: 1 },
  "timed-out": { error: "The command took longer than 10 s: output", starts: 1 },
  "cannot-begin": { error: "The command cannot be started (ERR_FS_EISDIR).", starts: 0 },
  "not-begun": { starts: 1 },
  "lease-ended": { starts: 2 },
  dropped: { starts: 2 },
  unknown: { starts: 2 },
};

/** Runs of one service that get into their states together. */
interface Group {
  readonly names: readonly RunStateName[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly isShared?: boolean;
  /** Brings ordered runs, whose supervisor is stopped, into their states, in which they stay. */
  reach(scene: Scene): Promise<void>;
}

const groups: readonly Group[] = [
  {
    names: ["timed-out"],
    settings: { COMPUTE_HOST_PROVISIONER_TIMEOUT_SECONDS: "10" },
    async reach(scene) {
      scene.signal("service", "SIGSTOP");
      await scene.run("timed-out");
      await scene.is("timed-out");
    },
  },
  {
    names: ["lease-ended"],
    isShared: true,
    settings: { COMPUTE_HOST_PROVISIONER_LEASE_SECONDS: "10" },
    async reach(scene) {
      await scene.run("lease-ended");
      scene.signal("service", "SIGSTOP");
      await scene.is("lease-ended", "dropped");
    },
  },
  { names: ["ordered"], reach: async () => {} },
  {
    names: ["begun", "running", "exited", "signalled", "cannot-begin", "not-begun", "dropped"],
    async reach(scene) {
      mkdirSync(scene.logOf("cannot-begin"));
      // So the pipe cannot be made.
      writeFileSync(join(scene.folderOf("not-begun"), "pipe"), "");
      scene.signal("service", "SIGSTOP");
      await scene.run("begun", "running", "exited", "signalled", "dropped");
      // As between the start of a process and the record of its ID.
      writeFileSync(join(scene.folderOf("begun"), "pid"), " ".repeat(256));
      scene.release("exited", 3);
      scene.signalCommand("signalled", "SIGKILL");
      for (const name of ["exited", "signalled", "cannot-begin", "not-begun"] as const) await scene.is(name);
      scene.signal("supervisor", "SIGTERM");
      scene.signalCommand("dropped", "SIGTERM");
      await scene.is("dropped");
    },
  },
  {
    names: ["unknown"],
    async reach(scene) {
      scene.signal("service", "SIGSTOP");
      await scene.run("unknown");
      scene.signal("supervisor", "SIGKILL");
      await scene.is("unknown");
    },
  },
];

/** What happens to runs in their states. */
interface Disturbance {
  readonly killsSupervisor?: boolean;
  readonly needsDisk?: boolean;
  happen(scene: Scene): Promise<void> | void;
}

const disturbances: Readonly<Record<string, Disturbance>> = {
  "service killed": { happen: (scene) => scene.signal("service", "SIGKILL") },
  "supervisor killed": { killsSupervisor: true, happen: (scene) => scene.signal("supervisor", "SIGKILL") },
  "both killed": {
    killsSupervisor: true,
    happen(scene) {
      scene.signal("service", "SIGKILL");
      scene.signal("supervisor", "SIGKILL");
    },
  },
  "supervisor stopped and continued": {
    async happen(scene) {
      scene.signal("supervisor", "SIGSTOP");
      scene.signal("service", "SIGCONT");
      scene.releaseAll();
      await scene.untilEndOr(/The supervisor is stopped/);
    },
  },
  "disk full": {
    needsDisk: true,
    async happen(scene) {
      scene.disk?.fill(0);
      scene.goOn();
      scene.releaseAll();
      await scene.untilEndOr(/ENOSPC|database or disk is full/);
      scene.disk?.empty();
    },
  },
};

const names = Object.keys(runStates) as RunStateName[];
/** How many services are walked through at the same time. */
const maxScenes = 8;
/** How long a run may take to end: a lease, and a slow machine. */
const limitMs = 120_000;

test("a run in any state ends once, with its true result, whatever is killed, stopped or full", async () => {
  const possible = Object.entries(disturbances).filter(
    ([, { needsDisk }]) => !needsDisk || SmallFileSystem.isAllowed,
  );
  const ended: Record<string, Record<string, object>> = {};
  // Those that wait for a time limit first.
  const walks = groups.flatMap((group) =>
    possible.map(([what, disturbance]) => ({ group, what, disturbance })),
  );
  const worker = async () => {
    for (let next = walks.shift(); next !== undefined; next = walks.shift()) {
      const ends = await walk(next.group, next.disturbance);
      ended[next.what] = { ...ended[next.what], ...Object.fromEntries(ends) };
    }
  };
  await Promise.all(Array.from({ length: maxScenes }, worker));
  const expected = possible.map(([what, { killsSupervisor }]) => {
    const ends = names.map((name) => {
      const { error, starts, startsAnew = starts } = endings[name];
      return [
        name,
        { results: 1, error, starts: killsSupervisor ? startsAnew : starts, overlaps: 0 },
      ] as const;
    });
    return [what, Object.fromEntries(ends)] as const;
  });
  expect(ended).toEqual(Object.fromEntries(expected));
});

async function walk(group: Group, { needsDisk, happen }: Disturbance) {
  await using scene = new Scene(needsDisk === true);
  await scene.prepare(group);
  await group.reach(scene);
  await happen(scene);
  await scene.end();
  return group.names.map((name) => [name, scene.endingOf(name)] as const);
}

/** A service whose supervisor has orders for a step of each of some computers. */
class Scene implements AsyncDisposable {
  readonly disk: SmallFileSystem | undefined;
  readonly #place: Workplace;
  /** The folder of everything but the command. */
  readonly #data: string;
  #names: readonly RunStateName[] = [];
  #folders: ReadonlyMap<string, string> = new Map();
  #environment: Readonly<Record<string, string>> = {};
  #releaseDatabase = async () => {};
  #apiKey = "";
  #service: RunningService | undefined;
  /** The service that is started after the first one was killed. */
  #again: ServiceHere | undefined;
  #isServiceKilled = false;
  #supervisor = 0;
  /** What the service logged. */
  #log = "";
  readonly #errors = new Map<RunStateName, string | undefined>();

  constructor(needsDisk: boolean) {
    this.disk = needsDisk ? SmallFileSystem.mount(8) : undefined;
    this.#place = new Workplace(this.disk?.folder);
    this.#data = this.disk?.folder ?? this.#place.folder;
  }

  /** Starts the service and its supervisor, stops the latter, and waits for the orders. */
  async prepare({ names, isShared, settings }: Group): Promise<void> {
    const place = this.#place;
    this.#names = names;
    let url = place.databaseUrl;
    if (isShared) ({ url, release: this.#releaseDatabase } = await takePreparedDatabase());
    this.#apiKey = await fillDatabase(url, [computerOf("first")]);
    this.#environment = {
      COMPUTE_HOST_DATABASE_URL: url,
      TMPDIR: this.#data,
      COMPUTE_HOST_PROVISIONER_CONCURRENCY: String(names.length),
      COMPUTE_HOST_PROVISIONER_LOG_FOLDER: join(this.#data, "logs"),
      ...place.stepsBy(
        `here="\${0%/*}"; me="$COMPUTE_HOST_COMPUTER_ID"; echo $PPID > "$here/supervisor"`,
        '[ "$me" = first ] && exit 0',
        `sign() { echo "$me $$" >> "$here/signs"; }`,
        "echo output; sign",
        `until [ -e "$here/$me.end" ]; do sleep 0.2; sign; done`,
        `exit $(cat "$here/$me.end")`,
      ),
      ...settings,
    };
    const service = await place.serve(this.#environment);
    this.#service = service;
    await this.#until(() => service.written().includes('"msg":"A step completed"'));
    this.#supervisor = Number(readFileSync(join(place.folder, "supervisor"), "utf8"));
    this.signal("supervisor", "SIGSTOP");
    const records = place.write("import", names.map((name) => JSON.stringify(computerOf(name))).join("\n"));
    const imported = await place.run(["computers", "import", records], { environment: this.#environment });
    expect(imported).toMatchObject({ exitCode: 0 });
    await this.#until(() => {
      const owners = globSync("**/owner", { cwd: this.#data }).map((file) => dirname(join(this.#data, file)));
      this.#folders = new Map(owners.map((folder) => [readOwner(folder)?.computerId ?? "", folder]));
      return names.every((name) => this.#folders.has(name));
    });
  }

  folderOf(name: RunStateName): string {
    return this.#folders.get(name) ?? "";
  }

  logOf(name: RunStateName): string {
    return stepLogFile(join(this.#data, "logs"), name, "install-deps");
  }

  /** Signals the process group of a command. */
  signalCommand(name: RunStateName, signal: NodeJS.Signals): void {
    const pid = readPid(this.folderOf(name));
    if (pid === undefined) throw new Error(`The command of ${name} is not running.`);
    process.kill(-pid, signal);
  }

  signal(whom: "service" | "supervisor", name: NodeJS.Signals): void {
    if (whom === "supervisor") {
      if (isRunning(String(this.#supervisor))) process.kill(this.#supervisor, name);
    } else {
      this.#isServiceKilled ||= name === "SIGKILL";
      this.#service?.process.kill(name);
    }
  }

  /** Continues the supervisor until these commands are running, unless they have already ended. */
  async run(...names: readonly RunStateName[]): Promise<void> {
    this.signal("supervisor", "SIGCONT");
    for (const name of names) {
      await this.#until(() => this.#signsOf(name).length > 0);
      await this.#until(async () => (await stateOf(this.folderOf(name))) !== "ordered");
    }
  }

  /** Waits until a run is in its state. */
  async is(name: RunStateName, state: RunStateName = name): Promise<void> {
    await this.#until(async () => (await stateOf(this.folderOf(name))) === state);
  }

  /** Lets a command end. */
  release(name: RunStateName, exitCode = 0): void {
    const path = join(this.#place.folder, `${name}.end`);
    if (!existsSync(path)) writeFileSync(path, String(exitCode));
  }

  releaseAll(): void {
    for (const name of this.#names) this.release(name);
  }

  goOn(): void {
    this.signal("supervisor", "SIGCONT");
    this.signal("service", "SIGCONT");
  }

  /** Waits until the service tells something, or all steps have ended. */
  async untilEndOr(told: RegExp): Promise<void> {
    await this.#until(async () => told.test(this.#service?.written() ?? "") || (await this.#hasEnded()));
  }

  /** Lets everything go on, starts the service again if it was killed, and waits until all steps have ended. */
  async end(): Promise<void> {
    this.releaseAll();
    this.goOn();
    if (this.#isServiceKilled) {
      await this.#service?.stop("SIGKILL");
      this.#again = await this.#place.serveHere({ environment: this.#environment });
    }
    await this.#until(() => this.#hasEnded());
    for (const name of this.#names)
      this.#errors.set(name, (await this.#read(name)).provisioningSteps[0]?.error);
    // A step has ended before that is logged.
    if (!this.#isServiceKilled) await this.#service?.stop("SIGTERM");
    this.#log = `${this.#service?.written()}${(await this.#again?.close()) ?? ""}`;
  }

  /** How the step of a run has ended. */
  endingOf(name: RunStateName) {
    const results = new RegExp(`"computerId":"${name}".*"msg":"A step (?:completed|failed)"`, "g");
    const pids = this.#signsOf(name);
    // A run that goes on after a later one has begun.
    const overlaps = pids.filter((pid, index) => pids[index - 1] !== pid && pids.indexOf(pid) < index);
    return {
      results: this.#log.match(results)?.length,
      error: this.#errors.get(name),
      starts: new Set(pids).size,
      overlaps: overlaps.length,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.releaseAll();
    this.goOn();
    await this.#place[Symbol.asyncDispose]();
    this.disk?.[Symbol.dispose]();
    await this.#releaseDatabase();
  }

  async #hasEnded(): Promise<boolean> {
    const computers = await Promise.all(this.#names.map((name) => this.#read(name)));
    return computers.every(({ status }) => status !== "provisioning");
  }

  async #read(name: RunStateName): Promise<StoredComputer> {
    const { url } = this.#again ?? this.#service ?? {};
    return (await get(`${url}/api/v0/computers/${name}`, this.#apiKey)).json() as Promise<StoredComputer>;
  }

  /** The process IDs of its commands, in the order of their signs of life. */
  #signsOf(name: RunStateName): readonly string[] {
    const path = join(this.#place.folder, "signs");
    const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    return lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  }

  #until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    return expect.poll(isSo, { timeout: limitMs, interval: 200 }).toBe(true);
  }
}

function computerOf(id: string) {
  return sampleComputer({
    id,
    provisioningSteps: [{ id: "install-deps", name: "Install", status: "pending" }],
  });
}
