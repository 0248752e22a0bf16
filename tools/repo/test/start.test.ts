import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess, StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "@compute-host/server/free-port";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { processesBelow, stillRunning } from "./process-tree.ts";
import { type Ending, startToEnd } from "./terminal.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = fileURLToPath(new URL("../src/start/start.ts", import.meta.url));

let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "npm-start-"));
  const port = await freePort();
  const databaseUrl = `sqlite:${join(folder, "compute-host.db")}`;
  env = { ...process.env, PORT: String(port), COMPUTE_HOST_DATABASE_URL: databaseUrl };
});
afterAll(() => rm(folder, { recursive: true }));

test.each<Ending>(["SIGTERM", "Ctrl-C", "closed terminal"])(
  "%s ends a build, without an error and without a process",
  async (ending) => {
    const bin = await mkdtemp(join(folder, "bin-"));
    // Turbo may report success after a signal has stopped it.
    const turbo = "#!/bin/sh\ntrap 'exit 0' INT TERM HUP\nwhile :; do sleep 0.1; done\n";
    await writeFile(join(bin, "turbo"), turbo, { mode: 0o755 });
    const { program: build, end } = startToEnd(ending, [process.execPath, program], {
      cwd: root,
      env: { ...env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    });
    await build.prints(/Building the client and the docs/);
    const { pid = 0 } = build.child;
    await expect.poll(() => processesBelow(pid).length).toBeGreaterThan(1);
    const pids = [pid, ...processesBelow(pid)];
    end();
    const { exitCode, stdout } = await build.ended;
    await expect.poll(() => stillRunning(pids)).toEqual([]);
    if (ending === "closed terminal") return;
    expect(exitCode).toBe(130);
    expect(stdout.replaceAll("\r", "").replace("^C", "")).toBe(
      "> Building the client and the docs ... \n> Stopped.\n",
    );
  },
);

test.each(["tools/repo/src/bootstrap.mjs", "tools/repo/src/start/start.ts"])(
  "%s reports a wrong option in one line before it does anything",
  async (file) => {
    const args = [join(root, file), ...(file.endsWith("bootstrap.mjs") ? ["start"] : []), "--prot", "5000"];
    const { exitCode, stdout, stderr } = await run(args);
    expect([exitCode, stdout, stderr.trim()]).toEqual([
      2,
      "",
      "Unknown option --prot. See npm start -- --help",
    ]);
  },
);

test.each(["start", "test", "test:full"])("%s --help installs nothing", async (name) => {
  const { exitCode, stdout, stderr } = await run([
    join(root, "tools/repo/src/bootstrap.mjs"),
    name,
    "--help",
  ]);
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Usage: npm /);
  expect(stdout).not.toContain("> Installing");
});

const bootstrap = ["node", "tools/repo/src/bootstrap.mjs", "start", "--built"];
test.each([
  // Its shell keeps a SIGINT until the end of the script.
  ["npm", "SIGTERM", ["npm", "start", "--", "--built"]],
  ["its first program", "SIGINT", bootstrap],
  ["its first program", "SIGTERM", bootstrap],
  ["its first program", "SIGHUP", bootstrap],
] as const)(
  "npm start: a signal to %s alone, %s, ends the service",
  async (_what, signal, [command, ...args]) => {
    const port = String(await freePort());
    const start = new StartedProcess(command, args, { cwd: root, env: { ...env, PORT: port } });
    onTestFinished(() => void start.child.kill("SIGTERM"));
    await start.prints(/Ctrl-C stops it\./);
    const { pid = 0 } = start.child;
    const pids = [pid, ...processesBelow(pid)];
    start.child.kill(signal);
    // Its output is closed when its last process has ended.
    await start.ended;
    await expect.poll(() => stillRunning(pids)).toEqual([]);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  },
);

test("reports a taken port before it installs anything", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { exitCode, stdout, stderr } = await run([
    join(root, "tools/repo/src/bootstrap.mjs"),
    "start",
    `--port=${port}`,
  ]);
  server.close();
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(new RegExp(`^Port ${port} is taken: .+ npm start -- --port \\d+\n$`));
});

/** Runs a program with Node.js until it exits. */
const run = (args: readonly string[]) => runProcess(process.execPath, args, { cwd: root });
