/**
 * Runs a PostgreSQL until SIGTERM or the end of its input, so that no server is left where the process that started it was killed. The
 * first line of its input is a {@link PostgresStart} in JSON: other users of the machine see arguments. It prints the number of
 * PostgreSQL's first process when it accepts connections.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { userWithoutRoot } from "./without-root.ts";

/** What to start. */
export interface PostgresStart {
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  /** Lines of `postgresql.conf`. */
  readonly settings: readonly string[];
  /** The folder with `bin`, `lib` and `share`. */
  readonly binaries: string;
}

let running: ChildProcess | undefined;
let isEnding = false;

const input = createInterface({ input: process.stdin });
// The process that reads the log may have ended.
process.stderr.on("error", () => {});
process.on("SIGTERM", end);
input.on("close", end);
const start = await new Promise<PostgresStart>((resolve) =>
  input.once("line", (line) => resolve(JSON.parse(line))),
);
const user = userWithoutRoot(start.folder);

try {
  if (!existsSync(join(start.folder, "PG_VERSION"))) await initialise();
  if (!isEnding) process.exitCode = await serve();
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
process.exit();

/** Makes the files aside, so that an interrupted start leaves no half of them. */
async function initialise(): Promise<void> {
  const { folder, password } = start;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty, and holds no data of PostgreSQL.`);
  const aside = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(aside, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(aside, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const path of [aside, passwordFile]) chownSync(path, user.uid, user.gid);
  const code = await run("initdb", [
    `--pgdata=${aside}`,
    `--pwfile=${passwordFile}`,
    "--username=compute_host",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--no-locale",
    "--no-sync",
  ]).finally(() => rmSync(passwordFile, { force: true }));
  if (code !== 0) {
    rmSync(aside, { recursive: true, force: true });
    throw new Error(`initdb ended with exit code ${code}.`);
  }
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(aside, folder);
}

/** Resolves to the exit code. */
async function serve(): Promise<number> {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    ...start.settings,
  ];
  const args = ["-D", start.folder, "-p", String(start.port), ...settings.flatMap((text) => ["-c", text])];
  return run("postgres", args, (text, { pid }) => {
    if (/database system is ready to accept (?:read-only )?connections/.test(text))
      process.stdout.write(`${JSON.stringify({ pid })}\n`);
  });
}

async function run(
  program: "initdb" | "postgres",
  args: readonly string[],
  onLog?: (text: string, child: ChildProcess) => void,
): Promise<number> {
  const [command = "", ...rest] = [...(user?.launcher ?? []), join(start.binaries, "bin", program), ...args];
  const child = spawn(command, rest, {
    // One language, in which the log is read.
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  running = child;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    process.stderr.write(text);
    onLog?.(text, child);
  });
  if (isEnding) end();
  const [code] = (await once(child, "close")) as [number | null];
  running = undefined;
  return code ?? 1;
}

/** Lets PostgreSQL end its connections and write its data. */
function end(): void {
  isEnding = true;
  running?.kill("SIGINT");
}
