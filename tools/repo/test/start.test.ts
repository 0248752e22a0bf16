import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort, printed } from "./started-program.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = fileURLToPath(new URL("../src/start/start.ts", import.meta.url));

let folder: string;
let env: NodeJS.ProcessEnv;
let running: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "npm-start-"));
  const port = await freePort();
  const databaseUrl = `sqlite:${join(folder, "compute-host.db")}`;
  env = { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl };
});
afterEach(async () => {
  if (running?.exitCode === null) {
    running.kill("SIGINT");
    await once(running, "exit");
  }
});
afterAll(() => rm(folder, { recursive: true }));

test("the first start prints addresses, a key, and lines that work when pasted; the second keeps the data", async () => {
  const first = await start();
  const [, url = ""] = /export COMPUTE_HOST_URL=(\S+)/.exec(first) ?? [];
  const [, key = ""] = /export COMPUTE_HOST_TOKEN=(chk_\w+)/.exec(first) ?? [];
  const [, docsUrl = ""] = /Docs {6}(http\S+)/.exec(first) ?? [];
  const [, curl = ""] = /^ {2}(curl .*)$/m.exec(first) ?? [];
  const exported = { ...env, COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: key };
  expect(docsUrl).toBe(`${url}/docs/`);
  expect(await (await fetch(docsUrl)).text()).toContain("<h1");
  const listed = await promisify(execFile)("sh", ["-c", curl], { env: exported });
  expect(JSON.parse(listed.stdout).computers).toHaveLength(5);

  const shown = await paste(first, exported);
  expect(shown).toContain("status: 'error'");
  expect(shown.trim().split("\n").at(-1)).toBe("active");
  expect(await stop()).toBe(0);

  const second = await start();
  expect(second).not.toContain(key);
  expect(second).toContain("keys create");
  const kept = await promisify(execFile)("sh", ["-c", curl], { env: exported });
  expect(JSON.parse(kept.stdout).computers).toHaveLength(5);
  expect(await stop()).toBe(0);
});

test("a SIGTERM to npm leaves no process behind", async () => {
  const npm = spawn("npm", ["start", "--", "--built"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await printed(npm, "Ctrl-C stops it.");
  const ended = once(npm.stdout, "close");
  npm.kill("SIGTERM");
  // The pipe closes when its last process has ended.
  npm.stdout.resume();
  await ended;
  await expect(fetch(`http://127.0.0.1:${env.PORT}/`)).rejects.toThrow("fetch failed");
});

test("reports a taken port before it starts anything", async () => {
  const server = createServer().listen(Number(env.PORT), "127.0.0.1");
  await once(server, "listening");
  const { code, stderr } = await promisify(execFile)(process.execPath, [program, "--built"], {
    env,
    timeout: 30_000,
  }).catch((error) => error);
  server.close();
  expect(code).toBe(1);
  expect(stderr.trim()).toBe(
    `Port ${env.PORT} is taken: choose another one, such as PORT=${Number(env.PORT) + 100} npm start`,
  );
});

/** Starts the program and resolves to its output when it is ready. */
async function start(): Promise<string> {
  const child = spawn(process.execPath, [program, "--built"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  running = child;
  return printed(child, "Ctrl-C stops it.");
}

async function stop(): Promise<number | null> {
  const child = running as ChildProcess;
  const exit = once(child, "exit");
  child.kill("SIGINT");
  return (await exit)[0];
}

/** Runs the client example like a shell into which it is pasted. */
async function paste(output: string, exported: NodeJS.ProcessEnv): Promise<string> {
  const script = /<<'END'\n([\s\S]*?\n)END\n/.exec(output)?.[1];
  const run = promisify(execFile)(process.execPath, ["--input-type=module"], {
    cwd: root,
    env: exported,
    timeout: 60_000,
  });
  run.child.stdin?.end(script);
  return (await run).stdout;
}
