import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { freePort, printed } from "./started-program.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = fileURLToPath(new URL("../src/start/start.ts", import.meta.url));

test("--postgres starts PostgreSQL, two nodes and a proxy, keeps the data, and leaves no process", async () => {
  // The folder of the data itself: PostgreSQL runs as a user of its own where the tests run as root.
  const folder = await mkdtemp(join(tmpdir(), "npm-start-postgres-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  onTestFinished(() => rm(`${folder}.url`));
  const env = { ...process.env, PORT: String(await freePort()) };

  const first = await start(folder, env);
  const [, url = ""] = /export COMPUTE_HOST_URL=(\S+)/.exec(first.output) ?? [];
  const [, key = ""] = /export COMPUTE_HOST_TOKEN=(chk_\w+)/.exec(first.output) ?? [];
  expect(url).toBe(`http://127.0.0.1:${env.PORT}`);
  const computers = await listOf(url, key);
  expect(computers).toHaveLength(5);
  const [computer] = computers;
  const renamed = await fetch(`${url}/api/v0/computers/${computer?.id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: '{"name":"renamed"}',
  });
  expect(renamed.status).toBe(200);
  const nodes = [...first.output.matchAll(/Node (\S+) \(process/g)].map(([, node = ""]) => node);
  expect(nodes).toHaveLength(2);
  for (const node of nodes) expect(await listOf(node, key)).toHaveLength(5);
  const pids = [...first.output.matchAll(/\(process (\d+)\)/g)].map(([, pid]) => Number(pid));
  expect(pids.map(isAlive)).toEqual([true, true, true, true]);
  expect(await stop(first.child, "SIGTERM")).toBe(0);
  expect(pids.map(isAlive)).toEqual([false, false, false, false]);

  const second = await start(folder, env);
  const [, command = ""] = /another key: (.+)\)$/m.exec(second.output) ?? [];
  expect(command).toContain(`COMPUTE_HOST_DATABASE_URL_FILE=${folder}.url `);
  const { stdout: another } = await promisify(execFile)("sh", ["-c", command], { cwd: root });
  expect((await listOf(url, another.trim())).find(({ id }) => id === computer?.id)?.name).toBe("renamed");
  expect(await stop(second.child, "SIGINT")).toBe(0);
});

async function start(folder: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program, "--built", "--postgres", "--data", folder], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    if (child.exitCode === null) await stop(child, "SIGTERM");
  });
  return { child, output: await printed(child, "Ctrl-C stops it.") };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, "exit");
  child.kill(signal);
  return (await exit)[0];
}

async function listOf(url: string, key: string): Promise<readonly { id: string; name: string }[]> {
  const response = await fetch(`${url}/api/v0/computers`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { computers: { id: string; name: string }[] }).computers;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
