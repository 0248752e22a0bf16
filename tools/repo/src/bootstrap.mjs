// The first program of a fresh clone runs on plain Node.js >= 20 with npm and nothing installed. It installs
// what the lock file pins, including Node.js and pnpm, and hands over to the program with the given name. A
// start installs only what it and the commands of the READMEs need: the `dependencies` of the root, this
// package and the contract suite, and theirs.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const bin = join(root, "node_modules", ".bin");
const isWindows = process.platform === "win32";
const parent = process.ppid;
const pinnedNode = readFileSync(join(root, ".node-version"), "utf8").trim();

const programs = {
  /** Only installs, for scripts that need the complete installation. */
  install: undefined,
  start: ["start/start.ts"],
  test: ["test/run-tests.ts", "quick"],
  "test:full": ["test/run-tests.ts", "full"],
};
const testHelp = `Usage: npm test [-- options of turbo], or npm run test:full [-- options of turbo]

Installs what it needs. npm test runs the checks and tests, except the gate on the spec (npm run check) and
the long suites (npm run test:full). The last line is \`N passed, N failed\`, below a table that lists failed
tasks first.

Options are passed to \`turbo run\`. For example:
  --filter=@compute-host/client  runs one package
  --force                        also runs unchanged tasks, whose results otherwise come from turbo's cache
  --concurrency=1                runs one task at a time`;
const [program = "", ...args] = process.argv.slice(2);
if (!Object.hasOwn(programs, program))
  fail(`usage: node tools/repo/src/bootstrap.mjs ${Object.keys(programs).join("|")}`, 2);
const major = Number(process.versions.node.split(".")[0]);
const oldest = Number(manifest.engines.node.replace(">=", ""));
if (major < oldest) fail(`Node.js ${oldest} or newer is required; this is ${process.version}.`, 2);

await checkArguments();
install();
if (programs[program] !== undefined) handOver();

/** Responds to `--help`, a wrong option and a taken port before anything is installed. */
async function checkArguments() {
  const isHelp = args.some((argument) => argument === "--help" || argument === "-h");
  if (program !== "start") {
    if (isHelp) print(testHelp);
    if (program !== "install") await demandGit();
    return;
  }
  // An older Node.js could not load them.
  const { readStartOptions, startHelp } = await import("./start-options.mjs");
  const { demandFreePort } = await import("./free-port.mjs");
  if (isHelp) print(startHelp);
  try {
    await demandFreePort(readStartOptions(args, process.env).port);
  } catch (error) {
    fail(error.message, error.exitCode ?? 1);
  }
}

/** Ends a test run outside a git working tree, which its tasks need. */
async function demandGit() {
  try {
    (await import("./demand-git.mjs")).demandGit();
  } catch (error) {
    fail(error.message, 1);
  }
}

function install() {
  const pinned = `pnpm@${manifest.dependencies.pnpm}`;
  const installed = join(bin, isWindows ? "pnpm.cmd" : "pnpm");
  const [command, prefix] = existsSync(installed) ? [installed, []] : ["npx", ["--yes", pinned]];
  console.log(`> Installing what the lock file pins (${pinned}, Node.js ${pinnedNode}) ...`);
  const started = Date.now();
  const selected = selection();
  // The lock file has the hash of each package. Asking the registry for the age of every package takes longer
  // than installing the few that a start needs, so only the complete installation does.
  const policy = selected.length > 0 ? { pnpm_config_minimum_release_age: "0" } : {};
  const { status, error } = spawnSync(command, [...prefix, "install", "--frozen-lockfile", ...selected], {
    cwd: root,
    env: { ...process.env, ...policy },
    stdio: ["ignore", "inherit", "inherit"],
    // Node.js starts a `.cmd` only in a shell.
    shell: isWindows,
  });
  if (status !== 0)
    fail(`The installation failed${error ? `: ${error.message}` : ""}; see the lines above.`, 1);
  console.log(`> Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Selects what a start needs; everything if PostgreSQL is wanted or everything is already installed. */
function selection() {
  const needsAll = program !== "start" || args.includes("--postgres");
  const hasAll = Object.keys(manifest.devDependencies).some((name) =>
    existsSync(join(root, "node_modules", name)),
  );
  return needsAll || hasAll
    ? []
    : ["--prod", "--filter", "@compute-host/repo...", "--filter", "@compute-host/contract-tests"];
}

/** The pinned Node.js; on a platform without a package of it, the running one if it is as new. */
function nodeProgram() {
  const program = join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(program)) return program;
  if (major >= Number(pinnedNode.split(".")[0])) return process.execPath;
  return fail(
    `No package has Node.js for ${process.platform} on ${process.arch}: install Node.js ${pinnedNode}.`,
    1,
  );
}

/** Runs the program on the pinned Node.js, with the workspace's commands first on the PATH. */
function handOver() {
  const [file, ...mode] = programs[program];
  // Its own process group: the signals of a terminal then reach a start only through this process, as all others do.
  const detached = program === "start" && !isWindows;
  const child = spawn(nodeProgram(), [fileURLToPath(new URL(file, import.meta.url)), ...mode, ...args], {
    cwd: root,
    stdio: "inherit",
    detached,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, TURBO_TELEMETRY_DISABLED: "1" },
  });
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    child.kill("SIGTERM");
  };
  process.on("SIGTERM", stop);
  // Otherwise Ctrl-C and closing the terminal also reach the child, which decides when to exit.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, detached ? stop : () => {});
  // npm runs a script in a shell, and a SIGTERM to npm ends that shell, which does not pass it on.
  if (process.env.npm_lifecycle_event !== undefined) {
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      if (!isStopping) stop();
    }, 200);
    watch.unref();
  }
  child.on("error", (error) => fail(`Node.js ${pinnedNode} did not start: ${error.message}`, 1));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
  });
}

function print(text) {
  console.log(text);
  process.exit();
}

function fail(message, code) {
  console.error(message);
  process.exit(code);
}
