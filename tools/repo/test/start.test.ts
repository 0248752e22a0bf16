import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow, runProcess, StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "@compute-host/server/free-port";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { paste, withPaste } from "./paste.ts";
import { processesBelow, stillRunning } from "./process-tree.ts";
import { type Ending, startToEnd } from "./terminal.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = fileURLToPath(new URL("../src/start/start.ts", import.meta.url));

let folder: string;
let env: NodeJS.ProcessEnv;
let running: StartedProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "npm-start-"));
  const port = await freePort();
  const databaseUrl = `sqlite:${join(folder, "compute-host.db")}`;
  env = { ...process.env, PORT: String(port), COMPUTE_HOST_DATABASE_URL: databaseUrl };
});
afterEach(async () => {
  await running?.stop("SIGINT");
});
afterAll(() => rm(folder, { recursive: true }));

withPaste("each start prints addresses and lines that work when pasted; keys and data are kept", async () => {
  const first = await start();
  const [, docsUrl = ""] = /Docs {6}(http\S+)/.exec(first) ?? [];
  expect(docsUrl).toBe(`http://127.0.0.1:${env.PORT}/docs/`);
  const shown = await paste(first);
  expect(shown).toContain('"status":"error"');
  expect(shown).toContain("status: 'error'");
  expect(shown.trim().split("\n").at(-1)).toBe("active");
  expect(await stop()).toBe(0);

  const second = await start();
  const keys = [first, second].map((output) => /export COMPUTE_HOST_TOKEN=(chk_\w+)/.exec(output)?.[1]);
  expect(new Set(keys).size).toBe(2);
  const shownAgain = await paste(second);
  expect(shownAgain).toContain('"status":"active"');
  expect(shownAgain).not.toContain('"status":"error"');
  for (const key of keys) expect((await get("/api/v0/computers", key)).status).toBe(200);
  await revokeAll();
  expect(await stop()).toBe(0);

  const third = await start();
  expect(await paste(third)).toContain('"status":"active"');
  expect((await get("/api/v0/computers", keys[1])).status).toBe(401);
  expect(await stop()).toBe(0);
});

test.each<Ending>(["SIGTERM", "Ctrl-C", "closed terminal"])(
  "%s ends a build, without an error and without a process",
  async (ending) => {
    const bin = await mkdtemp(join(folder, "bin-"));
    // Turbo may report success where a signal has stopped it.
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
      "Unknown option --prot. Did you mean --port? See npm start -- --help",
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

test("a SIGTERM to npm leaves no process behind", async () => {
  const npm = new StartedProcess("npm", ["start", "--", "--built"], { cwd: root, env });
  await npm.prints(/Ctrl-C stops it\./);
  // Its output is closed when its last process has ended.
  await npm.stop();
  await expect(fetch(`http://127.0.0.1:${env.PORT}/`)).rejects.toThrow("fetch failed");
});

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

/** Starts the program and resolves to its output when it is ready. */
async function start(): Promise<string> {
  running = new StartedProcess(process.execPath, [program, "--built"], { cwd: root, env });
  await running.prints(/Ctrl-C stops it\./);
  return running.stdout;
}

async function stop(): Promise<number | null> {
  const ended = await running?.stop("SIGINT");
  return ended?.exitCode ?? null;
}

function get(path: string, key = ""): Promise<Response> {
  return fetch(`http://127.0.0.1:${env.PORT}${path}`, { headers: { authorization: `Bearer ${key}` } });
}

/** Runs a program of Node.js to its end. */
const run = (args: readonly string[]) => runProcess(process.execPath, args, { cwd: root });

async function revokeAll(): Promise<void> {
  const program = join(root, "packages/server/src/cli/main.ts");
  const keys = (...args: readonly string[]) =>
    runOrThrow(process.execPath, [program, "keys", ...args], { cwd: root, env });
  for (const line of (await keys("list", "--json")).trim().split("\n"))
    await keys("revoke", JSON.parse(line).id);
}
