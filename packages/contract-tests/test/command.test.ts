import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@compute-host/server";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { ids } from "../reference/computers.ts";
import { Host, type HostOptions } from "../reference/host.ts";
import { environmentOf, namesOf, runCommand, startCommand } from "./run-command.ts";

let folder: string;
const started: Host[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contract-command-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => Promise.all(started.map((host) => host.close())));

async function startHost(options: HostOptions = {}): Promise<Host> {
  const one = await Host.start(options);
  started.push(one);
  return one;
}

/** Waits until a command has changed a computer, which it then changes many more times before it restores it. */
async function untilChanged(target: Host, before: Record<string, string>): Promise<void> {
  await expect.poll(() => namesOf(target), { timeout: 300_000, interval: 5 }).not.toEqual(before);
}

const given = `--computers=${ids.active},${ids.byom}`;

test("a correct implementation passes, with tokens and computers for every case", async () => {
  const env = environmentOf(await startHost());
  const args = [
    "--disposable",
    "--require",
    "all",
    "--only",
    "refuses .* token|new session|on every computer",
  ];
  const { exitCode, stdout } = await runCommand(args, env, folder);
  expect(stdout).toMatch(/\d+ passed, 0 failed, 0 left out/);
  expect(exitCode).toBe(0);
});

test("a failure shows the sentence and the requests for curl, but no token, in the terminal and in reports", async () => {
  const env = environmentOf(await startHost({ bugs: ["list-oldest-first"] }));
  const args = [
    "--only",
    "newest first",
    "--report=json=r.json",
    "--report=junit=r.xml",
    "--report=markdown=r.md",
  ];
  const { exitCode, stdout } = await runCommand(args, env, folder);
  expect(exitCode).toBe(1);
  const reports = ["r.json", "r.xml", "r.md"].map((name) => readFileSync(join(folder, name), "utf8"));
  for (const text of [stdout, ...reports]) {
    expect(text).toContain("newest first");
    expect(text).toMatch(/curl -i --path-as-is .*Bearer \$CONTRACT_TOKEN/);
    expect(text).not.toContain(env.CONTRACT_TOKEN);
    expect(text).not.toContain(env.CONTRACT_OTHER_TOKEN);
  }
  expect(stdout).toContain('The description says: "Decision: the list holds every computer');
});

test("a slow response fails without a sentence, because the description sets no time limit", async () => {
  const args = ["--only", "newest first", "--max-response-ms=0.01"];
  const { exitCode, stdout } = await runCommand(args, environmentOf(await startHost()), folder);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /the response took \d+ ms, more than the limit of 0\.01 ms {2}\[max_response_time\]/,
  );
  expect(stdout).not.toContain("The description says");
});

test("nothing is changed without options", async () => {
  const target = await startHost();
  const before = await namesOf(target);
  const { stdout } = await runCommand([], environmentOf(target), folder);
  expect(stdout).toContain("No computer may be changed: name some with --computers");
  expect(Object.keys(before).length).toBeGreaterThan(5);
  expect(await namesOf(target)).toEqual(before);
});

test("exits with 2 if a required case is left out", async () => {
  const env = environmentOf(await startHost());
  const { exitCode, stderr } = await runCommand(
    [given, "--require=all", "--only=retries|new session"],
    env,
    folder,
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain("Required, but left out");
});

test("Ctrl-C restores what was changed", async () => {
  const target = await startHost({ variants: ["slow-responses"] });
  const before = await namesOf(target);
  const args = [given, "--only", "keeps every name|follows its rules"];
  const command = startCommand(args, environmentOf(target), folder);
  const journal = join(folder, "contract-tests.journal.json");
  await untilChanged(target, before);
  expect(await command.stop("SIGINT")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("everything was restored"),
  });
  expect(existsSync(journal)).toBe(false);
  expect(await namesOf(target)).toEqual(before);
});

test("after a crash, --restore restores what the journal lists, and no run starts before", async () => {
  const target = await startHost({ variants: ["slow-responses"] });
  const [env, before] = [environmentOf(target), await namesOf(target)];
  const command = startCommand([given, "--only", "keeps every name"], env, folder);
  const journal = join(folder, "contract-tests.journal.json");
  await untilChanged(target, before);
  await command.stop("SIGKILL");
  expect(readFileSync(journal, "utf8")).not.toContain(env.CONTRACT_TOKEN);
  expect((await runCommand([given], env, folder)).stderr).toContain("Restore them with --restore");
  expect(await runCommand(["--restore"], env, folder)).toMatchObject({ exitCode: 0 });
  expect(await namesOf(target)).toEqual(before);
  expect(existsSync(journal)).toBe(false);
});

test("a computer that cannot be restored leaves the others to be", async () => {
  const target = await startHost();
  const [env, before] = [environmentOf(target), await namesOf(target)];
  const journal = join(folder, "contract-tests.journal.json");
  const records = { 1: { name: "of none" }, [ids.active]: { name: "Restored" } };
  writeFileSync(journal, JSON.stringify({ baseUrl: env.CONTRACT_BASE_URL, records }));
  const { exitCode, stdout, stderr } = await runCommand(["--restore"], env, folder);
  expect([exitCode, stdout]).toEqual([2, `Put back: ${ids.active}.\n`]);
  expect(stderr).toMatch(/^Not restored: 1: .*404/);
  expect(await namesOf(target)).toEqual({ ...before, [ids.active]: "Restored" });
  expect(Object.keys(JSON.parse(readFileSync(journal, "utf8")).records)).toEqual(["1"]);
});

test("waits for a rate limit", async () => {
  const server = await startServer({ rateLimit: { maxRequests: 60, windowMs: 1_000 }, computers: [] });
  const env = { CONTRACT_BASE_URL: server.baseUrl, CONTRACT_TOKEN: server.apiKey };
  const { exitCode, stdout } = await runCommand(["--only", "queries"], env, folder);
  await server.close();
  expect(stdout).toContain("0 failed");
  expect(exitCode).toBe(0);
  expect(Number(/\((\d+) requests/.exec(stdout)?.[1])).toBeGreaterThan(60);
});

test("reports a wrong token, a wrong address and an unknown computer", async () => {
  const target = await startHost();
  const env = environmentOf(target);
  const run = async (args: readonly string[], more: Record<string, string>) =>
    (await runCommand(args, { ...env, ...more }, folder)).stderr;
  expect(await run([], { CONTRACT_TOKEN: "nobody" })).toContain("refuses CONTRACT_TOKEN with 401");
  expect(await run([], { CONTRACT_BASE_URL: `${target.url}/elsewhere` })).toContain("check --base-url");
  expect(await run(["--computers=cmp_nothing"], {})).toContain("has no computer cmp_nothing");
});

test("reads credentials from a file", async () => {
  const target = await startHost();
  const lines = Object.entries(environmentOf(target)).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(folder, "tokens"), lines.join("\n"));
  const { exitCode } = await runCommand(
    ["--credentials=tokens", "--only", "getComputer returns"],
    {},
    folder,
  );
  expect(exitCode).toBe(0);
});
