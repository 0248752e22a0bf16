/**
 * Runs the service on an embedded PostgreSQL: two nodes, and a proxy on the port of `--port`. The data is in the folder
 * of `--data`. Prints one line of JSON once it listens, and ends everything on SIGINT, SIGTERM or SIGHUP.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readyOf, StartedProcess, sandboxArguments } from "@compute-host/command-line/process";
import { PostgresServer } from "./postgres-server.ts";

const { port, data } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    data: { type: "string", default: "data/postgres" },
  },
}).values;
const program = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

const nodes: StartedProcess[] = [];
const closers: (() => unknown)[] = [];
let isClosing = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void close(0));
// A closed terminal takes no more messages, but everything must still end.
process.stderr.on("error", () => {});
const starting = start().catch((error: Error) => {
  if (!isClosing) process.stderr.write(`${error.message}\n`);
  void close(1);
});

async function start(): Promise<void> {
  const postgres = await PostgresServer.start(data);
  closers.push(() => postgres.end());
  closers.push(() => Promise.all(nodes.map((node) => node.stop("SIGINT"))));
  const readies: Awaited<ReturnType<typeof readyOf>>[] = [];
  // One after the other, because the first one creates the sample computers.
  while (nodes.length < 2) {
    if (isClosing) return;
    const node = startNode(postgres.url());
    nodes.push(node);
    readies.push(await readyOf(node));
    void node.ended.then(() => {
      if (!isClosing) process.stderr.write("A node has ended, so the others are stopped.\n");
      return close(1);
    });
  }
  const ports = readies.map(({ url }) => Number(new URL(url).port));
  const url = `http://127.0.0.1:${await startProxy(ports)}`;
  const parts = [
    `PostgreSQL on 127.0.0.1:${postgres.port}, with its data in ${postgres.folder} (process ${postgres.pid})`,
    ...readies.map((ready, index) => `Node ${ready.url} (process ${nodes[index]?.child.pid})`),
    `Proxy ${url} (process ${process.pid})`,
  ];
  const apiKey = readies.find((ready) => ready.apiKey !== undefined)?.apiKey;
  process.stdout.write(
    `${JSON.stringify({ url, apiKey, parts, databaseUrlFile: `${postgres.folder}.url` })}\n`,
  );
}

/** Starts a node in its own process group, so that a terminal's Ctrl-C reaches the proxy first. */
function startNode(databaseUrl: string): StartedProcess {
  return new StartedProcess(process.execPath, [program, ...sandboxArguments], {
    detached: true,
    stderr: "inherit",
    inherited: { COMPUTE_HOST_LOG_LEVEL: "warn", ...process.env },
    env: { COMPUTE_HOST_DATABASE_URL: databaseUrl, COMPUTE_HOST_DATABASE_URL_FILE: "" },
  });
}

/** Forwards connections to the nodes in turn, and returns its own port. */
async function startProxy(targets: readonly number[]): Promise<number> {
  let turn = 0;
  const server = createServer((caller) => {
    const target = connect(targets[turn++ % targets.length] as number, "127.0.0.1");
    caller.pipe(target).pipe(caller);
    for (const socket of [caller, target]) {
      socket.on("error", () => {});
      socket.on("close", () => [caller, target].map((other) => other.destroy()));
    }
  }).listen(Number(port), "127.0.0.1");
  closers.push(() => server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Ends the proxy, then the nodes, then the database. A second signal ends them without waiting. */
async function close(exitCode: number): Promise<void> {
  if (isClosing) {
    if (exitCode === 0) for (const node of nodes) void node.stop("SIGKILL");
    return;
  }
  isClosing = true;
  // A process that is still starting can only be ended once it is known.
  await starting;
  for (const end of closers.toReversed()) await end();
  process.exit(exitCode);
}
