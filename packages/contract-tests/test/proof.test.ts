import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { ids } from "../reference/computers.ts";
import { Host, type HostOptions } from "../reference/host.ts";
import { parseOptions } from "../src/cli/options.ts";
import { runCommand } from "../src/cli/run-command.ts";
import { environmentOf, namesOf } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-proof-"));
const started: Host[] = [];
afterAll(async () => {
  await Promise.all(started.map((one) => one.close()));
  rmSync(folder, { recursive: true });
});

async function startHost(options: HostOptions = {}): Promise<Host> {
  const one = await Host.start({ installMs: 400, ...options });
  started.push(one);
  return one;
}

/** Runs the command in this process. */
async function run(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  afterSomeCases: () => unknown = () => {},
) {
  const written = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof written) => {
    const write = (text: string | Buffer) => {
      written[name] += text;
      if (/^25 of/.test(String(text))) afterSomeCases();
    };
    return new PassThrough().on("data", write) as unknown as NodeJS.WriteStream;
  };
  const options = parseOptions(["--seed=1", `--journal=${join(folder, "journal.json")}`, ...args], env);
  const io = { stdout: stream("stdout"), stderr: stream("stderr"), signal: new AbortController().signal };
  const exitCode = await runCommand(options, io);
  await setImmediate();
  return { exitCode, ...written };
}

test("a service that never sends a status does not pass, and the report says what is missing", async () => {
  const env = environmentOf(await startHost({ variants: ["status-never-sent"] }));
  const { exitCode, stdout, stderr } = await run(env, ["--disposable"]);
  expect(stdout).toContain(" 0 failed");
  expect(stdout).toMatch(/no computer that is active or in error: add one: \d+ cases, \d+ mistakes/);
  expect(stderr).toMatch(/Not proved: the records let \d+ % of the allowed cases run, and 75 % are required/);
  expect(exitCode).toBe(2);
});

test("cases that only name what no option allows do not count as missing", async () => {
  const { exitCode, stdout } = await run(environmentOf(await startHost()), ["--require=80%"]);
  expect(stdout).toContain("No computer may be changed: name some with --computers: ");
  expect(exitCode).toBe(0);
});

test("a difference from a decision can be reported without failing, and one from the interface cannot", async () => {
  const only = "--only=(every operation refuses a request without|listComputers returns a documented)";
  const decided = environmentOf(await startHost({ bugs: ["problem-as-text"] }));
  expect((await run(decided, [only])).exitCode).toBe(1);
  const reported = await run(decided, [only, "--decisions=report"]);
  expect(reported.stdout).toContain("Differs from this project's decisions, as another service may:");
  expect(reported.stdout).toMatch(/What the interface states: \d+ of \d+ proved \(100 %\), 0 failed/);
  expect(reported.exitCode).toBe(0);
  const stated = environmentOf(await startHost({ bugs: ["get-without-credentials"] }));
  expect((await run(stated, [only, "--decisions=report"])).exitCode).toBe(1);
});

test("records that could not be put back are left alone, with the reason", async () => {
  const target = await startHost({ variants: ["long-names"] });
  const before = await namesOf(target);
  const { exitCode, stdout } = await run(environmentOf(target), [
    `--computers=${ids.active}`,
    "--require=0%",
  ]);
  expect(stdout).toContain(`${ids.active} could not be put back: its own name and remote user get 400`);
  expect(exitCode).toBe(0);
  expect(await namesOf(target)).toEqual(before);
});

test("a service that stops responding ends the run with 2", async () => {
  const target = await startHost();
  const { exitCode, stderr } = await run(environmentOf(target), [], () => target.close());
  expect(stderr).toMatch(/The service stopped responding after \d+ cases/);
  expect(exitCode).toBe(2);
});
