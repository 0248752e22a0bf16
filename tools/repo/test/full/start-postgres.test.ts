import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@compute-host/server/free-port";
import { expect, onTestFinished } from "vitest";
import { paste, withPaste as test } from "../paste.ts";
import { processesBelow, stillRunning } from "../process-tree.ts";
import { type Ending, startToEnd } from "../terminal.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

test("--postgres runs PostgreSQL, two nodes and a proxy, keeps the data, and leaves no process behind", async () => {
  // PostgreSQL runs as the owner of this folder, or as nobody, if the tests run as root.
  const folder = await mkdtemp(join(tmpdir(), "npm-start-postgres-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  onTestFinished(() => rm(`${folder}.url`));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = ["--built", "--postgres", "--data", folder, "--port", String(port)];

  const first = await start("SIGTERM", [process.execPath, "tools/repo/src/start/start.ts", ...options]);
  expect(first.output).toContain(`export COMPUTE_HOST_URL=${url}\n`);
  expect(await paste(first.output, "with curl")).toContain('"status":"error"');
  const nodes = [...first.output.matchAll(/Node (\S+) \(process/g)].map(([, node = ""]) => node);
  expect(nodes).toHaveLength(2);
  for (const node of nodes) expect(await listComputers(node, first.key)).toHaveLength(5);
  const pids = [...first.output.matchAll(/\(process (\d+)\)/g)].map(([, pid]) => Number(pid));
  expect([pids.length, stillRunning(pids)]).toEqual([4, pids]);
  const [computer] = await listComputers(url, first.key);
  const renamed = await fetch(`${url}/api/v0/computers/${computer?.id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${first.key}`, "content-type": "application/json" },
    body: '{"name":"renamed"}',
  });
  expect(renamed.status).toBe(200);
  expect((await fetch(url, { headers: { accept: "text/html" } })).url).toBe(`${url}/docs/`);
  expect(await first.end()).toBe(0);
  expect(stillRunning(pids)).toEqual([]);

  const second = await start("Ctrl-C", ["npm", "start", "--", ...options]);
  expect(second.key).not.toBe(first.key);
  expect(await paste(second.output, "with curl")).toContain('"name":"renamed"');
  expect(await listComputers(url, first.key)).toHaveLength(5);
  await second.end();
  expect(existsSync(join(folder, "postmaster.pid"))).toBe(false);
});

/** Starts a program; `end` ends it and resolves to its exit code when none of its processes is left. */
async function start(ending: Ending, command: readonly string[]) {
  const { program, end } = startToEnd(ending, command, { cwd: root });
  onTestFinished(() => {
    if (program.child.exitCode === null) end();
  });
  await program.prints(/Ctrl-C stops it\./);
  const output = program.stdout.replaceAll("\r", "");
  const { pid = 0 } = program.child;
  const pids = [pid, ...processesBelow(pid)];
  const [, key = ""] = /export COMPUTE_HOST_TOKEN=(chk_\w+)/.exec(output) ?? [];
  return {
    output,
    key,
    async end() {
      end();
      const { exitCode } = await program.ended;
      await expect.poll(() => stillRunning(pids)).toEqual([]);
      return exitCode;
    },
  };
}

async function listComputers(url: string, key: string): Promise<readonly { id: string; name: string }[]> {
  const response = await fetch(`${url}/api/v0/computers`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { computers: { id: string; name: string }[] }).computers;
}
