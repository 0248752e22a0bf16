import { spawnSync } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { readLog } from "../../src/provisioning/command/run/bounded-log.ts";
import { stepLogFile } from "../../src/provisioning/command/run/step-logs.ts";
import { get, Workplace } from "../commands/run-command.ts";
import { fillDatabase } from "../durability/fill-database.ts";
import { canTrace } from "../durability/killed-commands.ts";
import { SmallFileSystem } from "../durability/small-file-system.ts";
import { apiOf, rename } from "../http/api-client.ts";
import { openSilently } from "../http/silent-connections.ts";
import { isRunning } from "../is-running.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

const provisioned = sampleComputer({
  id: "a",
  provisioningSteps: [{ id: "install-deps", name: "Install", status: "pending" }],
});

/** Shell code that waits until a file with this name exists in the script's folder. */
const until = (name: string) => `until [ -e "$(dirname "$0")/${name}" ]; do sleep 0.05; done`;
const mark = (name: string) => `: > "$(dirname "$0")/${name}"`;

/** Prepares a service whose only step runs a script. Its database has another computer, `b`. */
async function prepareIn(place: Workplace, ...script: readonly string[]) {
  onTestFinished(() => place[Symbol.asyncDispose]());
  const apiKey = await fillDatabase(place.databaseUrl, [provisioned, sampleComputer({ id: "b" })]);
  const environment = place.stepsBy(...script);
  const has = (name: string) => existsSync(join(place.folder, name));
  return {
    place,
    apiKey,
    serve: (settings: Readonly<Record<string, string>> = {}) => place.serve({ ...environment, ...settings }),
    log: stepLogFile(`${place.databasePath}-logs`, "a", "install-deps"),
    begun: () => expect.poll(() => has("begun")).toBe(true),
    ended: () => expect.poll(() => has("ended")).toBe(true),
    has,
  };
}

const prepare = (...script: readonly string[]) => prepareIn(new Workplace(), ...script);

const outputIn = (log: string) => readLog(log)?.bytes.toString() ?? "";
/** The largest size of a log, in bytes. */
const maxLogBytes = 2 ** 18;

async function read(url: string, apiKey: string): Promise<StoredComputer> {
  return (await (await get(`${url}/api/v0/computers/a`, apiKey)).json()) as StoredComputer;
}

test("a step completes whose command removes its scratch folder", async () => {
  const { serve, apiKey } = await prepare(
    `scratch=$(dirname "$COMPUTE_HOST_OUTPUT"); trap 'rm -rf "$scratch"' EXIT`,
    'echo scratch > "$scratch/part"',
  );
  const { url } = await serve();
  await expect.poll(async () => (await read(url, apiKey)).status).not.toBe("provisioning");
  expect(await read(url, apiKey)).toMatchObject({ status: "active" });
});

test("the error of a step that the service cannot run does not name its files", async () => {
  const { place, serve, apiKey } = await prepare();
  writeFileSync(`${place.databasePath}-runs`, "");
  const service = await serve();
  await expect.poll(async () => (await read(service.url, apiKey)).status).toBe("error");
  const [step] = (await read(service.url, apiKey)).provisioningSteps;
  expect(step?.error).toBe("The service could not run the step (ENOTDIR).");
  await expect.poll(() => service.written()).toContain(place.databasePath);
});

test("a process that a step leaves can keep writing, and the step still ends", async () => {
  const write = (go: string) => `${until(go)}; yes | head -c 5000000; ${mark(`wrote-after-${go}`)}`;
  const { serve, apiKey, has, place, log } = await prepare(
    "echo before",
    `echo $PPID > "$(dirname "$0")/supervisor"`,
    `(${write("end")}; ${write("shutdown")}; sleep 1) &`,
    "exit 0",
  );
  const service = await serve();
  await expect.poll(async () => (await read(service.url, apiKey)).status).toBe("active");
  expect(outputIn(log)).toBe("before\n");
  place.write("end", "");
  await expect.poll(() => has("wrote-after-end")).toBe(true);
  expect(statSync(log).size).toBeLessThan(maxLogBytes);
  const supervisor = readFileSync(join(place.folder, "supervisor"), "utf8").trim();
  expect(await service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
  await expect.poll(() => isRunning(supervisor)).toBe(false);
  place.write("shutdown", "");
  await expect.poll(() => has("wrote-after-shutdown")).toBe(true);
});

/** Runs the service as root without the right to signal other users' processes, for a command that changes its user. */
const withoutKill = ["setpriv", "--inh-caps=-kill", "--bounding-set=-kill"];
const canDropKill =
  process.getuid?.() === 0 && spawnSync("setpriv", [...withoutKill.slice(1), "true"]).status === 0;

test.runIf(canDropKill)(
  "a step whose command cannot be killed fails once the command has ended (needs root and setpriv)",
  async () => {
    const { place, serve, apiKey } = await prepare(
      'exec setpriv --reuid=65534 --clear-groups sh -c "echo started; exec sleep 300"',
    );
    place.launcher = withoutKill;
    const { url, written } = await serve({ COMPUTE_HOST_PROVISIONER_TIMEOUT_SECONDS: "1" });
    await expect.poll(written).toContain("A command cannot be killed");
    expect(await read(url, apiKey)).toMatchObject({ status: "provisioning" });
    const [, pid] = /"pid":(\d+),"computerId":"a"/.exec(written()) ?? [];
    process.kill(Number(pid), "SIGKILL");
    await expect.poll(async () => (await read(url, apiKey)).status).toBe("error");
    const [step] = (await read(url, apiKey)).provisioningSteps;
    expect(step?.error).toBe("The command took longer than 1 s: started");
  },
);

/** Runs the service as a user without an entry in passwd, as containers with any `runAsUser` do. */
const asNobody = ["setpriv", "--reuid=54321", "--clear-groups", "--inh-caps=-all", "--bounding-set=-all"];
const canBeNobody = spawnSync("setpriv", [...asNobody.slice(1), "true"]).status === 0;

test.runIf(canBeNobody)(
  "a user without an entry in passwd can run steps (needs root and setpriv)",
  async () => {
    const { place, apiKey, serve } = await prepare("exit 0");
    for (const path of [".", ...globSync("**", { cwd: place.folder })])
      chownSync(join(place.folder, path), 54321, 0);
    place.launcher = asNobody;
    // Without a database file, the logs are among the temporary files, in a folder with the ID of the user.
    const inMemory = { TMPDIR: place.folder, COMPUTE_HOST_DATABASE_URL: "sqlite::memory:" };
    await (await serve(inMemory)).stop("SIGTERM");
    expect(globSync("compute-host-logs-54321-*", { cwd: place.folder })).toHaveLength(1);
    const { url } = await serve();
    await expect.poll(async () => (await read(url, apiKey)).status).toBe("active");
  },
);

if (process.platform === "linux") {
  test("callers are served, and a step ends, with more connections than file descriptors", async () => {
    const { place, serve, begun } = await prepare(mark("begun"), until("go-on"));
    place.launcher = ["prlimit", "--nofile=150:150"];
    const service = await serve();
    await begun();
    const sockets = await openSilently(Number(new URL(service.url).port), 300);
    expect((await get(`${service.url}/healthz`)).status).toBe(200);
    for (const socket of sockets) socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    place.write("go-on", "");
    await expect.poll(() => service.written()).toMatch(/A step completed|"fatal"/);
    expect(service.written()).not.toContain('"fatal"');
    expect(service.process.exitCode).toBe(null);
  });
}

/** Some versions of Linux let a file be executed while it is written. */
function isBusyRefused(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "compute-host-busy-"));
  const script = join(folder, "script");
  writeFileSync(script, "#!/bin/sh\n", { mode: 0o755 });
  const file = openSync(script, "r+");
  const { error } = spawnSync(script);
  closeSync(file);
  rmSync(folder, { recursive: true });
  return error !== undefined;
}

test.runIf(isBusyRefused())("a step whose command is being written waits until that is done", async () => {
  const { place, serve, apiKey } = await prepare("exit 0");
  const file = openSync(join(place.folder, "provision.sh"), "r+");
  const { url } = await serve();
  const ready = async () => (await get(`${url}/readyz`)).text();
  await expect.poll(ready).toContain("steps: The command could not be started (ETXTBSY)");
  closeSync(file);
  await expect.poll(async () => (await read(url, apiKey)).status).toBe("active");
});

test.runIf(canTrace).each(["EIO", "ENOMEM"])(
  "a step that cannot start because of %s waits until it can (needs strace)",
  async (code) => {
    const { place, serve, apiKey } = await prepare();
    const firstCalls = ["-P", `${place.databasePath}-runs`, "-e", `inject=mkdir:error=${code}:when=1..3`];
    place.launcher = ["strace", "-D", "-f", "-qq", "-e", "trace=mkdir", ...firstCalls];
    const service = await serve();
    await expect.poll(async () => (await read(service.url, apiKey)).status).not.toBe("provisioning");
    expect((await read(service.url, apiKey)).status).toBe("active");
    await expect.poll(() => service.written()).toContain(`"reason":"${code}: `);
  },
);

function mountSmall(megabytes: number): SmallFileSystem {
  const fileSystem = SmallFileSystem.mount(megabytes);
  onTestFinished(() => fileSystem[Symbol.dispose]());
  return fileSystem;
}

describe.runIf(SmallFileSystem.isAllowed)("on a small disk (needs a mount)", () => {
  test("a step that prints endlessly blocks no writes, and its log keeps the end, even without a service", async () => {
    const { folder } = mountSmall(32);
    const print = `yes "the quick brown fox" | head -c 60000000 || ${mark("cut-off")}`;
    const { place, serve, apiKey, log, ended, has } = await prepareIn(
      new Workplace(folder),
      print,
      mark("begun"),
      until("killed"),
      print,
      "echo last words",
      mark("ended"),
      until("restarted"),
      print,
      "echo very last words",
      "exit 3",
    );
    const before = await serve();
    const api = apiOf({ baseUrl: before.url, apiKey });
    for (let write = 0; !has("begun"); write++) {
      expect((await api("/api/v0/computers/b", rename(`b-${write}`))).status).toBe(200);
      await wait(20);
    }
    expect(statSync(log).size).toBeLessThan(maxLogBytes);
    await before.stop("SIGKILL");
    place.write("killed", "");
    await ended();
    expect(statSync(log).size).toBeLessThan(maxLogBytes);
    const { url } = await serve();
    place.write("restarted", "");
    await expect.poll(async () => (await read(url, apiKey)).status).toBe("error");
    const [step] = (await read(url, apiKey)).provisioningSteps;
    expect(step?.error).toMatch(/^The command exited with code 3: [\s\S]*fox\nvery last words$/);
    expect(statSync(log).size).toBeLessThan(maxLogBytes);
    expect(has("cut-off")).toBe(false);
  });

  /** Prepares a service whose steps write their outcomes to a small disk, separate from its database and logs. */
  async function prepareRuns(...script: readonly string[]) {
    const disk = mountSmall(4);
    const prepared = await prepare(...script);
    symlinkSync(disk.folder, `${prepared.place.databasePath}-runs`);
    return { ...prepared, disk };
  }

  test("the outcome of a step that ends while the disk is full and the service is down is kept", async () => {
    const { place, serve, apiKey, begun, disk, log } = await prepareRuns(
      mark("begun"),
      until("full"),
      "echo end",
      "exit 3",
    );
    const before = await serve();
    await begun();
    disk.fill(0);
    await before.stop("SIGKILL");
    place.write("full", "");
    await expect.poll(() => outputIn(log)).toBe("end\n");
    const { url } = await serve();
    await expect.poll(async () => (await read(url, apiKey)).status).not.toBe("provisioning");
    const [step] = (await read(url, apiKey)).provisioningSteps;
    expect(step?.error).toBe("The command exited with code 3: end");
  });

  test.each<[string, string, (disk: SmallFileSystem) => void, (disk: SmallFileSystem) => void]>([
    ["full", "ENOSPC", (disk) => disk.fill(0), (disk) => disk.empty()],
    ["read-only", "EROFS", (disk) => disk.remount("ro"), (disk) => disk.remount("rw")],
  ])("a step that cannot start on a disk that is %s waits for it", async (_state, code, spoil, mend) => {
    const { serve, apiKey, disk, has } = await prepareRuns(mark("begun"));
    spoil(disk);
    const service = await serve();
    const ready = async () => (await get(`${service.url}/readyz`)).text();
    await expect.poll(ready).toContain(`ready\nsteps: ${code}`);
    expect(await read(service.url, apiKey)).toMatchObject({ status: "provisioning" });
    expect(has("begun")).toBe(false);
    mend(disk);
    await expect.poll(async () => (await read(service.url, apiKey)).status).toBe("active");
    expect(await ready()).toBe("ready\n");
    expect(service.written().match(new RegExp(code, "g"))).toHaveLength(1);
  });

  test("a step whose log cannot be created waits until it can", async () => {
    const disk = mountSmall(4);
    const { place, serve, apiKey, has } = await prepare(mark("begun"));
    symlinkSync(disk.folder, `${place.databasePath}-logs`);
    disk.remount("ro");
    const service = await serve();
    const ready = async () => (await get(`${service.url}/readyz`)).text();
    await expect.poll(ready).toContain("steps: The command could not be started (EROFS)");
    expect(has("begun")).toBe(false);
    disk.remount("rw");
    await expect.poll(async () => (await read(service.url, apiKey)).status).toBe("active");
  });

  test("a step that leaves a mount in its folder does not end the service", async () => {
    const { serve, apiKey, place } = await prepare(
      `mount="$(dirname "$COMPUTE_HOST_OUTPUT")/mount"; mkdir "$mount"; mount -t tmpfs tmpfs "$mount"`,
      `echo "$mount" > "$(dirname "$0")/mounted"`,
    );
    onTestFinished(() => {
      const mount = readFileSync(join(place.folder, "mounted"), "utf8").trim();
      spawnSync("umount", [mount]);
    });
    const service = await serve();
    await expect.poll(() => service.written()).toContain("cannot be removed");
    expect(await read(service.url, apiKey)).toMatchObject({ status: "active" });
  });
});
