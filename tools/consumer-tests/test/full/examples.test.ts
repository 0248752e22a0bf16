import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runOrThrow, runProcess, StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "@compute-host/server/free-port";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { launchBrowser } from "../../src/browser/launch-browser.ts";
import { type LoopbackRegistry, startLoopbackRegistry } from "../../src/clones/loopback-registry.ts";
import { workspaceRoot } from "../../src/packages/published-packages.ts";
import { startSandbox } from "../../src/sandbox.ts";

type Env = Readonly<Record<string, string>>;

/** The examples next to the packed packages, as in a clone after `npm run tarballs`. */
const clone = mkdtempSync(join(tmpdir(), "compute-host-examples-"));
const folderOf = (example: string) => join(clone, "examples", example);
const examples = readdirSync(join(workspaceRoot, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  // The service to copy, which another test runs, needs no package.
  .filter((name) => existsSync(join(workspaceRoot, "examples", name, "package.json")));
let registry: LoopbackRegistry;

beforeAll(async () => {
  registry = await startLoopbackRegistry();
  for (const { name, file } of inject("tarballs"))
    cpSync(file, join(clone, "dist", `${name.slice(1).replace("/", "-")}.tgz`));
  for (const name of examples) {
    cpSync(join(workspaceRoot, "examples", name), folderOf(name), {
      recursive: true,
      filter: (path) => !path.endsWith("node_modules"),
    });
    await run(name, commandsOf(name).installs);
  }
});
afterAll(async () => {
  await registry?.[Symbol.asyncDispose]();
  rmSync(clone, { recursive: true, force: true });
});

/** Like npm, the registry has none of our packages: an example that requests one fails. */
const environment = (env: Env = {}): Record<string, string> => ({
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NODE_NO_WARNINGS: "1",
  npm_config_registry: registry.url,
  npm_config_cache: join(clone, "cache"),
  ...env,
});

/** Runs commands as bash reads them, in the folder of an example; resolves to their output. */
const run = (example: string, commands: readonly string[], env?: Env): Promise<string> =>
  runOrThrow("bash", ["-ec", commands.join("\n")], { cwd: folderOf(example), env: environment(env) });

/** The commands in the README of an example: up to the one that installs its packages, and the others. */
function commandsOf(example: string): { readonly installs: string[]; readonly others: string[] } {
  const readme = readFileSync(join(folderOf(example), "README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)];
  const commands = blocks.flatMap(([, block = ""]) => block.trim().split("\n"));
  const others = commands.findIndex((command) => command.startsWith("npm ")) + 1;
  return { installs: commands.slice(0, others), others: commands.slice(others) };
}

/**
 * Starts the last command of a README, which keeps running until the test ends; returns a function that waits
 * for one of its lines.
 */
function start(example: string, env: Env, end: { exitCode: 0 } | { signal: "SIGTERM" }) {
  const options = { cwd: folderOf(example), env: environment(env) };
  const command = commandsOf(example).others.at(-1);
  const program = new StartedProcess("bash", ["-c", `exec ${command}`], options);
  onTestFinished(async () => expect(await program.stop()).toMatchObject(end));
  return (pattern: RegExp) => program.prints(pattern);
}

test.each(examples)("%s names the packages by the versions that its README installs", async (name) => {
  // It exits with 1 if a version is not the one that `package.json` names.
  await run(name, ["npm ls"]);
});

test("the command-line program does what its README shows, and reports a failure in one line", async () => {
  await using sandbox = await startSandbox();
  const printed = await run("command-line", commandsOf("command-line").others, sandbox.env);
  const states = ["active", "active", "active", "provisioning", "active"];
  const names = ["staging-runner", "staging-runner", "fast-runner", "fast-runner", "fast-runner"];
  expect(printed.match(/^cmp_01k9x5h8w3\t.*$/gm)).toEqual(
    states.map((state, index) => `cmp_01k9x5h8w3\t${state}\t${names[index]}`),
  );
  const fail = (...args: string[]) =>
    runProcess(process.execPath, ["computers.ts", ...args], {
      cwd: folderOf("command-line"),
      env: environment(sandbox.env),
    });
  expect(await fail("get")).toMatchObject({ exitCode: 2, stdout: "" });
  expect(await fail("get", "cmp_missing")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^.*You have no computer with this ID.*\n$/),
  });
});

test("the worker retries a failed installation after a pause, until it succeeds", async () => {
  await using sandbox = await startSandbox();
  const { COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: token } = sandbox.env;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  /** Renames the computer whose installation the sandbox shows in error. */
  const rename = (name: string) =>
    fetch(`${url}/api/v0/computers/cmp_01k9x3d5t1`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ name }),
    });
  await rename("fail-install-deps-fast");
  const printed = start("worker", { ...sandbox.env, POLL_MS: "300" }, { exitCode: 0 });
  await printed(/^cmp_01k9x3d5t1: error after installation 2$/);
  await rename("fast-box");
  await printed(/^cmp_01k9x3d5t1: active after installation [3-6]$/);
});

test("the page works in Chromium with its backend, and never gets the token", async () => {
  await using sandbox = await startSandbox();
  const port = String(await freePort());
  await start("web-page", { ...sandbox.env, PORT: port }, { signal: "SIGTERM" })(/^Listening/);
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const seen: Promise<string>[] = [];
  page.on("request", async (request) => seen.push(request.allHeaders().then(JSON.stringify)));
  page.on("response", async (response) => {
    seen.push(response.allHeaders().then(JSON.stringify), response.text());
  });
  const status = page.locator("[role=status]", { hasNotText: "Loading" });
  await page.goto(`http://127.0.0.1:${port}`);
  expect(await status.textContent()).toBe("5 computers");
  expect(await page.locator("li").allTextContents()).toContain("staging-runner: active");
  const texts = (await Promise.all(seen)).join("\n");
  expect(texts).toContain("staging-runner");
  expect(texts).not.toContain(sandbox.env.COMPUTE_HOST_TOKEN);

  page.removeAllListeners("response");

  // A page of another site, here with another host name, gets nothing, and neither does a program.
  const address = `http://127.0.0.1:${port}/api/v0/computers`;
  await page.goto(`http://localhost:${port}/client/index.mjs`);
  const [refused] = await Promise.all([
    page.waitForResponse(address),
    page.evaluate((url) => fetch(url, { mode: "no-cors" }).catch(() => {}), address),
  ]);
  expect(refused.status()).toBe(403);
  expect((await fetch(address)).status).toBe(403);
});
