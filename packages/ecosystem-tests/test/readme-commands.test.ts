import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installTarball } from "../src/install-tarball.ts";
import { workspaceRoot } from "../src/published-packages.ts";
import { findReadmeCommands, findUnmarkedCommands } from "../src/readme-commands.ts";
import { runOrThrow } from "../src/run-command.ts";
import { folderOf } from "../src/runtimes.ts";
import { type Sandbox, startSandbox } from "../src/sandbox.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject, type ThrowAwayProject } from "../src/throw-away-project.ts";

/** The place of a command: a fresh folder, next to a running sandbox. */
interface Place {
  readonly folder: ThrowAwayProject;
  readonly sandbox: Sandbox;
}

const description = readFileSync(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8");
const quiet = { NODE_NO_WARNINGS: "1" };

/** The runner of each command, by its prefix. */
const runs: readonly (readonly [RegExp, (command: string, place: Place) => Promise<void>])[] = [
  // Other tests cover these two: one starts the service like a reader, and the other is running now.
  [/^npm start$/, () => expectFile("tools/repo/test/start.test.ts")],
  [/^npm test$/, () => expectFile("tools/repo/src/test/run-tests.ts")],
  // Builds and test runs of the workspace, which the complete test run performs itself.
  [/^pnpm (build|spec:diff|--filter @compute-host\/[\w-]+ [\w-]+)$/, expectScript],
  [/^npm run tarballs$/, () => expectFile("packages/ecosystem-tests/test/packaging.test.ts")],
  [/^npm init --yes$/, runInFolder],
  [/^npm install .*client\.tgz"?$/, installFromSandbox],
  [/^export (COMPUTE_HOST|CONTRACT)_/, runInFolder],
  [/^node_modules\/\.bin\/node packages\/contract-tests/, runContractOfClone],
  [/^node_modules\/\.bin\/contract-tests /, runContractInstalled],
  [
    /^pnpm --filter @compute-host\/spec exec redocly respect /,
    () => expectFile("spec/workflows.arazzo.yaml"),
  ],
  [/^pnpm spec:version 0\.2\.0$/, () => expectScript("pnpm spec:version")],
  [/^curl /, fetchFromSandbox],
  [/^node_modules\/\.bin\/node packages\/spec-gate/, runSpecGateOfClone],
  [
    /^node_modules\/\.bin\/node packages\/server\/src\/cli\/main\.ts serve/,
    (command) => startServing(command.split(" "), workspaceRoot),
  ],
  [/^npm install (--global |--save-dev )?\.\.?\/.*\.tgz$/, installTarballs],
  [/^node_modules\/\.bin\/spec-gate /, runSpecGateInstalled],
  [/^compute-host serve( --sandbox)?$/, serveInstalled],
  [/^compute-host (keys|computers) /, runOperatorCommand],
  [/^redocly diff /, () => expectFile("packages/spec-gate/redocly-diff.yaml")],
];

const commands = findReadmeCommands();

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.[Symbol.asyncDispose]());

test("no block without a language contains a command, because the test would not run it", () => {
  expect(findUnmarkedCommands()).toEqual([]);
});

test.for(commands)("$place: $command", async ({ command }) => {
  const run = runs.find(([pattern]) => pattern.test(command))?.[1];
  if (run === undefined) throw new Error("This test does not know how to run this command: add a runner.");
  using folder = createProject();
  await run(command, { folder, sandbox });
});

async function expectFile(file: string): Promise<void> {
  expect(existsSync(join(workspaceRoot, file))).toBe(true);
}

async function expectScript(command: string): Promise<void> {
  const [, name = "", script = ""] = /^pnpm (?:--filter @compute-host\/(\S+) )?(\S+)$/.exec(command) ?? [];
  const file =
    name === "" ? "package.json" : name === "spec" ? "spec/package.json" : `packages/${name}/package.json`;
  expect(JSON.parse(readFileSync(join(workspaceRoot, file), "utf8")).scripts).toHaveProperty(script);
}

async function runInFolder(command: string, { folder, sandbox }: Place): Promise<void> {
  await runOrThrow("sh", ["-c", command], { cwd: folder.directory, env: { ...sandbox.env, ...quiet } });
}

/** From the sandbox of the test, in place of the address that `npm start` has. */
async function fetchFromSandbox(command: string, place: Place): Promise<void> {
  const { COMPUTE_HOST_URL } = place.sandbox.env;
  await runInFolder(command.replace("http://127.0.0.1:4010", COMPUTE_HOST_URL), place);
}

/**
 * Runs without a reachable registry: the client bundles all our code, and its only dependency and that one's types
 * are already installed from the lock file.
 */
async function installFromSandbox(command: string, { folder, sandbox }: Place): Promise<void> {
  const env = {
    ...sandbox.env,
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_fetch_retries: "0",
    npm_config_audit: "false",
  };
  const openApiFetch = folderOf("openapi-fetch");
  const dependencies = [join(openApiFetch, "../openapi-typescript-helpers"), openApiFetch];
  for (const one of dependencies) {
    await runOrThrow("npm", ["pack", "--ignore-scripts", one], { cwd: folder.directory, env });
  }
  await runOrThrow(
    "sh",
    ["-c", "npm install --offline openapi-typescript-helpers-*.tgz openapi-fetch-*.tgz"],
    { cwd: folder.directory, env },
  );
  const own = command.replace("http://127.0.0.1:4010", sandbox.env.COMPUTE_HOST_URL);
  await runOrThrow("sh", ["-c", own], { cwd: folder.directory, env });
  expect(folder.has("@compute-host/client")).toBe(true);
}

async function runContractOfClone(command: string, place: Place): Promise<void> {
  const program = join(workspaceRoot, "packages/contract-tests/src/cli.ts");
  await runContract(program, command.split(" ").slice(2), place);
}

async function runContractInstalled(command: string, place: Place): Promise<void> {
  const program = await installCommand("@compute-host/contract-tests", place);
  await runContract(program, command.split(" ").slice(1), place);
}

/** Runs against the sandbox instead of the README's address. */
async function runContract(
  program: string,
  words: readonly string[],
  { folder, sandbox }: Place,
): Promise<void> {
  const args = words.map((part) => (part.startsWith("http") ? sandbox.env.COMPUTE_HOST_URL : part));
  const env = { ...sandbox.env, ...quiet, CONTRACT_TOKEN: sandbox.env.COMPUTE_HOST_TOKEN };
  await runOrThrow(process.execPath, [program, ...args], { cwd: folder.directory, env });
}

/** With its own database, and a file of computers if one is named. */
async function runOperatorCommand(command: string, place: Place): Promise<void> {
  const program = await installCommand("@compute-host/server", place);
  const { directory } = place.folder;
  place.folder.write("computers.ndjson", '{"ownerId":"usr_ada","name":"box","providerType":"byom"}\n');
  const env = { ...quiet, COMPUTE_HOST_DATABASE_URL: `sqlite:${join(directory, "data.db")}` };
  await runOrThrow(process.execPath, [program, ...command.split(" ").slice(1)], { cwd: directory, env });
}

/** The program of a package, from its tarball. */
async function installCommand(name: string, { folder }: Place): Promise<string> {
  const tarball = tarballOf(name);
  await installTarball(folder, tarball);
  return join(folder.directory, "node_modules", name, Object.values(tarball.manifest.bin ?? {})[0] ?? "");
}

async function runSpecGateOfClone(command: string, { folder }: Place): Promise<void> {
  for (const name of ["old.yaml", "new.yaml"]) folder.write(name, description);
  const args = command
    .split(" ")
    .slice(1)
    .map((part) => (part.endsWith(".ts") ? join(workspaceRoot, part) : part));
  await runOrThrow(process.execPath, args, { cwd: folder.directory, env: quiet });
}

/** Unpacks the tarballs that `npm run tarballs` names so; npm would look for what is missing in a registry. */
async function installTarballs(command: string, { folder }: Place): Promise<void> {
  const named = Array.from(command.matchAll(/\/dist\/compute-host-([\w-]+)\.tgz/g), ([, name]) =>
    tarballOf(`@compute-host/${name}`),
  );
  expect(named).toHaveLength(command.split(".tgz").length - 1);
  for (const tarball of named) await folder.unpack(tarball);
  const needed = named.flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}));
  const missing = needed.filter((name) => name.startsWith("@compute-host/") && !folder.has(name));
  expect(missing).toEqual([]);
}

async function serveInstalled(command: string, place: Place): Promise<void> {
  const program = await installCommand("@compute-host/server", place);
  const args = command.split(" ").slice(1);
  await startServing([process.execPath, program, ...args], place.folder.directory);
}

async function startServing([, ...args]: readonly string[], cwd: string): Promise<void> {
  const env = {
    ...process.env,
    ...quiet,
    COMPUTE_HOST_PORT: "0",
    COMPUTE_HOST_DATABASE_URL: "sqlite::memory:",
  };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(createInterface(child.stdout), "line");
  expect(line).toContain("Listening on http://127.0.0.1:");
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function runSpecGateInstalled(command: string, place: Place): Promise<void> {
  const { folder } = place;
  const program = await installCommand("@compute-host/spec-gate", place);
  for (const name of ["old.yaml", "new.yaml"]) folder.write(name, description);
  const [, subcommand = "", ...args] = command.split(" ");
  // `check` needs a repository with a history, but accepts its options without one.
  const asked = subcommand === "check" ? ["--help"] : args;
  const output = await runOrThrow(process.execPath, [program, subcommand, ...asked], {
    cwd: folder.directory,
    env: quiet,
  });
  if (subcommand !== "check") return;
  for (const option of command.match(/ --[a-z-]+/g) ?? []) expect(output).toContain(option.trim());
}
