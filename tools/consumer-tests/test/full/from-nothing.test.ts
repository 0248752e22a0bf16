import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow, runProcess, StartedProcess } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type LoopbackRegistry, startLoopbackRegistry } from "../../src/clones/loopback-registry.ts";
import { findReleaseReadmes, scriptOf } from "../../src/clones/markdown-blocks.ts";
import { environmentOf } from "../../src/clones/started-clone.ts";

// What a newcomer does once our packages are on npm: the lines of the READMEs that hold from the first release on, in
// empty folders, with nothing but Node.js 22 and its npm, and a registry that has the tarballs of a release.

const readmes = new Map(findReleaseReadmes().map(({ name, blocks }) => [name, blocks]));
const home = mkdtempSync(join(tmpdir(), "compute-host-newcomer-"));
let registry: LoopbackRegistry;
let env: Record<string, string>;
const running: StartedProcess[] = [];
let exported: Record<string, string>;

/** Creates an empty folder. */
function emptyFolder(name: string): string {
  mkdirSync(join(home, name));
  return join(home, name);
}

/** Starts the sandbox as a README says; resolves to the variables that it prints for other terminals. */
async function serveAs(readme: string) {
  const block = readmes.get(readme)?.find(({ words }) => words.join() === "release,serve");
  if (block === undefined) throw new Error(`${readme} starts no sandbox from the first release on.`);
  const served = new StartedProcess("bash", ["-c", `exec ${block.text}`], {
    cwd: emptyFolder(`of-${readme.replaceAll("/", "-")}`),
    detached: true,
    inherited: { ...env, COMPUTE_HOST_PORT: "0", COMPUTE_HOST_SHUTDOWN_DELAY_SECONDS: "0" },
  });
  running.push(served);
  await served.prints(/curl/);
  const lines = served.stdout.matchAll(/^ *export (\w+)=(\S+)$/gm);
  const variables = Array.from(lines, ([, name = "", value = ""]) => [name, value]);
  return Object.fromEntries(variables) as Record<string, string>;
}

beforeAll(async () => {
  registry = await startLoopbackRegistry(inject("tarballs"));
  env = { ...environmentOf(22, home, registry.url), npm_config_cache: join(home, "cache") };
  exported = await serveAs("README.md");
});
afterAll(async () => {
  for (const { child, ended } of running) {
    // npm passes no SIGTERM on; a terminal's Ctrl-C also reaches the whole group.
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
  }
  await registry?.[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});

/** Runs the other commands of a README after pasting what the sandbox printed; `serve` is running already. */
function follow(readme: string, cwd: string) {
  const blocks = (readmes.get(readme) ?? []).filter(({ words }) => !words.includes("serve"));
  const { COMPUTE_HOST_URL: url = "", COMPUTE_HOST_TOKEN: token = "" } = exported;
  return runProcess("bash", ["-s"], {
    cwd,
    input: scriptOf(blocks, { url, token, system: home }, "release"),
    detached: true,
    inherited: { ...env, ...exported, CONTRACT_TOKEN: token, OWN: cwd },
  });
}

test("the sandbox prints the two lines that the client's environment needs", async () => {
  for (const printed of [exported, await serveAs("packages/server/README.md")])
    expect(printed).toEqual({
      COMPUTE_HOST_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      COMPUTE_HOST_TOKEN: expect.stringMatching(/^chk_\w+$/),
    });
});

test.each([
  ["README.md", /^cmp_01k9x5h8w3 staging-runner active$/m],
  ["packages/client/README.md", /^\S+ \S+ 1$[\s\S]*^Install dependencies completed$[\s\S]*^active$/m],
])("the program of %s gets its result", async (readme, result) => {
  const cwd = emptyFolder(readme.replaceAll("/", "-"));
  const { exitCode, stdout, stderr } = await follow(readme, cwd);
  expect(stdout + stderr).toMatch(result);
  expect(exitCode).toBe(0);
});

test("the types install on their own", async () => {
  const { exitCode, stdout } = await follow("packages/types/README.md", emptyFolder("types"));
  expect(stdout).toContain("added 1 package");
  expect(exitCode).toBe(0);
});

test("the gate judges a branch of somebody else's repository", async () => {
  const cwd = emptyFolder("orders");
  const git = (...args: string[]) => runOrThrow("git", args, { cwd, env: gitOfTests });
  const write = (properties: string) => {
    const schema = `{ type: object, properties: { id: { type: string }${properties} } }`;
    const lines = [
      "openapi: 3.1.0",
      "info: { title: Orders, version: 1.0.0 }",
      "paths:",
      "  /orders:",
      "    get:",
      `      responses: { "200": { description: Ok., content: { application/json: { schema: ${schema} } } } }`,
    ];
    writeFileSync(join(cwd, "api/openapi.yaml"), `${lines.join("\n")}\n`);
  };
  mkdirSync(join(cwd, "api"));
  await git("init", "--quiet", "--initial-branch=main");
  write(", note: { type: string }");
  await git("add", "api");
  await git("commit", "--quiet", "--message", "An API");
  await git("switch", "--quiet", "--create", "feature");
  write("");
  await git("commit", "--quiet", "--all", "--message", "Without a note");
  const { exitCode, stdout } = await follow("packages/spec-gate/README.md", cwd);
  expect(stdout).toMatch(/response-property-removed/);
  expect(exitCode).toBe(1);
});

test("the contract suite judges a service", async () => {
  const { exitCode, stdout, stderr } = await follow(
    "packages/contract-tests/README.md",
    emptyFolder("judge"),
  );
  expect(stdout + stderr).toMatch(/\d+ passed, 0 failed/);
  expect(exitCode).toBe(0);
});

test("every README with such lines is followed", () => {
  expect([...readmes.keys()]).toEqual([
    "README.md",
    "packages/client/README.md",
    "packages/contract-tests/README.md",
    "packages/server/README.md",
    "packages/spec-gate/README.md",
    "packages/types/README.md",
  ]);
});
