import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow, StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "@compute-host/server/free-port";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { paste, withPaste as test } from "../paste.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const program = fileURLToPath(new URL("../../src/start/start.ts", import.meta.url));

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

test("each start prints addresses and lines that work when pasted; keys and data are kept", async () => {
  const first = await start();
  const [, docsUrl = ""] = /Docs {6}(http\S+)/.exec(first) ?? [];
  expect(docsUrl).toBe(`http://127.0.0.1:${env.PORT}/docs/`);
  const shown = await paste(first, "with the client");
  expect(shown).toContain('"status":"error"');
  expect(shown).toContain("status: 'error'");
  expect(shown.trim().split("\n").at(-1)).toBe("active");
  expect(await stop()).toBe(0);

  const second = await start();
  const keys = [first, second].map((output) => /export COMPUTE_HOST_TOKEN=(chk_\w+)/.exec(output)?.[1]);
  expect(new Set(keys).size).toBe(2);
  const shownAgain = await paste(second, "with the client");
  expect(shownAgain).toContain('"status":"active"');
  expect(shownAgain).not.toContain('"status":"error"');
  for (const key of keys) expect((await get("/api/v0/computers", key)).status).toBe(200);
  await revokeAll();
  expect(await stop()).toBe(0);

  const third = await start();
  expect(await paste(third, "with the client")).toContain('"status":"active"');
  expect((await get("/api/v0/computers", keys[1])).status).toBe(401);
  expect(await stop()).toBe(0);
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

async function revokeAll(): Promise<void> {
  const program = join(root, "packages/server/src/cli/main.ts");
  const keys = (...args: readonly string[]) =>
    runOrThrow(process.execPath, [program, "keys", ...args], { cwd: root, env });
  for (const line of (await keys("list", "--json")).trim().split("\n"))
    await keys("revoke", JSON.parse(line).id);
}
