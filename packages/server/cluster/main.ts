/**
 * Runs the service on an embedded PostgreSQL: two nodes, and a proxy on the port that `--port` gives. The data is in the folder
 * that `--data` gives. It prints one line of JSON when it listens, and ends all of it on SIGINT, SIGTERM or SIGHUP.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readyOf, StartedProcess, sandboxArguments } from "@compute-host/command-line/process";
import { PostgresServer } from "./postgres-server.ts";

const { port, data } = parseArgs({
  options: {
    port: { type: "string", default: "4010" },
    data: { type: "string", default: "data/postgres" },
  },
}).values;
const program = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

const nodes: StartedProcess[] = [];
const closers: (() => unknown)[] = [];
let isClosing = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void close(0));
// A closed terminal takes no more messages; the rest still has to end.
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
  // One after the other: the first one makes the sample computers.
  while (nodes.length < 2) {
    if (isClosing) return;
    const node = startNode(postgres.url());
    nodes.push(node);
    readies.push(await readyOf(node));
    void node.ended.then(() => {
      if (!isClosing) process.stderr.write("A node has ended; so does the rest.\n");
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

/** A group of its own, so that a terminal's Ctrl-C reaches the proxy first. */
function startNode(databaseUrl: string): StartedProcess {
  return new StartedProcess(process.execPath, [program, ...sandboxArguments], {
    detached: true,
    stderr: "inherit",
    inherited: { COMPUTE_HOST_LOG_LEVEL: "warn", ...process.env },
    env: { COMPUTE_HOST_DATABASE_URL: databaseUrl, COMPUTE_HOST_DATABASE_URL_FILE: "" },
  });
}

/** Passes connections on to the nodes' ports, one after the other, and gives its own. */
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

/** Ends the proxy, then the nodes, then the database; a second signal ends it without waiting. */
async function close(exitCode: number): Promise<void> {
  if (isClosing) {
    if (exitCode === 0) for (const node of nodes) void node.stop("SIGKILL");
    return;
  }
  isClosing = true;
  // What is starting has to be known before it can be ended.
  await starting;
  for (const end of closers.toReversed()) await end();
  process.exit(exitCode);
}
