import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow, StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "@compute-host/server/free-port";
import { expect, onTestFinished, test } from "vitest";
import { startLoopbackRegistry } from "../../src/clones/loopback-registry.ts";
import { environmentOf, startClone } from "../../src/clones/started-clone.ts";
import { copyWorkspace, pnpmCaches } from "../../src/clones/workspace-clone.ts";
import { workspaceRoot } from "../../src/packages/published-packages.ts";

// What a reader of the README's table does: the one command that it asks for, and then any command of the table.

const readme = readFileSync(join(workspaceRoot, "README.md"), "utf8");
const [, promised = ""] = /^After (.*?), each command works in a clone/m.exec(readme) ?? [];
const preparations = [...promised.matchAll(/`(.*?)`/g)].map(([, command = ""]) => command);
const commands = [...readme.matchAll(/^\|.*\| `([^|]*)` +\|$/gm)].map(([, command = ""]) => command);

/** A clone, in which a command of the README has ended or, if it is a start, keeps running. */
async function prepare(preparation: string) {
  const registry = await startLoopbackRegistry();
  onTestFinished(() => registry[Symbol.asyncDispose]());
  if (preparation === "npm start") {
    const clone = await startClone(22, registry.url);
    onTestFinished(() => clone[Symbol.asyncDispose]());
    return clone;
  }
  const home = mkdtempSync(join(tmpdir(), "compute-host-table-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));
  const directory = join(home, "compute-host");
  await copyWorkspace(directory);
  const env = { ...environmentOf(22, home, registry.url), ...(await pnpmCaches()) };
  await runOrThrow("sh", ["-c", preparation], { cwd: directory, inherited: env, timeoutMs: 300_000 });
  return { directory, env };
}

test.each(preparations)(
  "after %s each command of the README's table works",
  { timeout: 900_000 },
  async (one) => {
    const { directory: cwd, env: inherited } = await prepare(one);
    expect(commands).toContain("npm start");
    for (const command of commands.filter((each) => each !== "npm start")) {
      if (!command.includes("--port")) {
        await runOrThrow("sh", ["-c", command], { cwd, inherited, timeoutMs: 300_000 });
        continue;
      }
      const line = command.replace(/--port \d+/, `--port ${await freePort()}`);
      const served = new StartedProcess("sh", ["-c", `exec ${line}`], { cwd, inherited, detached: true });
      await served.prints(/listening on/);
      process.kill(-(served.child.pid ?? 0), "SIGTERM");
      await served.ended;
    }
  },
);
