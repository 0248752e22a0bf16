/**
 * Runs the service on an embedded PostgreSQL: two nodes, and a proxy on the port that `--port` gives. The data is in the folder
 * that `--data` gives, or in `data/postgres`. It prints one line of JSON when it listens, and ends all of it on SIGINT,
 * SIGTERM or SIGHUP.
 */
import { readArguments, wholeNumber } from "@compute-host/command-line";
import { type NodeProcess, startNodeProcess } from "./node-process.ts";
import { PostgresServer } from "./postgres-server.ts";
import { startProxy } from "./proxy.ts";

const { values } = readArguments({
  command: "node cluster/main.ts",
  about: "Runs two nodes of the service on an embedded PostgreSQL, behind a proxy.",
  options: {
    port: {
      type: "string",
      value: "NUMBER",
      accepts: wholeNumber(0, 65_535),
      about: "port of the proxy (4010)",
    },
    data: {
      type: "string",
      value: "FOLDER",
      about: "folder of the database (data/postgres)",
    },
  },
});
const { port = "4010" } = values;

const nodes: NodeProcess[] = [];
const closers: (() => Promise<unknown>)[] = [];
let isClosing = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void close(0));
// A closed terminal takes no more messages; the rest still has to end.
process.stderr.on("error", () => {});
const starting = start().catch((error: unknown) => {
  if (!isClosing) process.stderr.write(`${(error as Error).message}\n`);
  void close(1);
});

async function start(): Promise<void> {
  const postgres = await PostgresServer.start(values.data ?? "data/postgres");
  closers.push(() => postgres[Symbol.asyncDispose]());
  closers.push(() => Promise.all(nodes.map((node) => node.process.stop("SIGINT"))));
  // One after the other: the first one makes the sample computers.
  while (!isClosing && nodes.length < 2) nodes.push(await startNodeProcess(postgres.url()));
  if (isClosing) return;
  for (const node of nodes) {
    void node.process.ended.then(() => {
      if (!isClosing) process.stderr.write(`The node ${node.url} has ended; so does the rest.\n`);
      return close(1);
    });
  }
  const targets = nodes.map(({ url }) => Number(new URL(url).port));
  const proxy = await startProxy(Number(port), targets);
  closers.push(async () => proxy.server.close());
  const parts = [
    `PostgreSQL on 127.0.0.1:${postgres.port}, with its data in ${postgres.folder} (process ${postgres.pid})`,
    ...nodes.map((node) => `Node ${node.url} (process ${node.process.child.pid})`),
    `Proxy ${proxy.url} (process ${process.pid})`,
  ];
  const apiKey = nodes.find((node) => node.apiKey !== undefined)?.apiKey;
  const databaseUrlFile = `${postgres.folder}.url`;
  process.stdout.write(`${JSON.stringify({ url: proxy.url, apiKey, parts, databaseUrlFile })}\n`);
}

/** Ends the proxy, then the nodes, then the database; a second signal ends it without waiting. */
async function close(exitCode: number): Promise<void> {
  if (isClosing) {
    if (exitCode === 0) for (const node of nodes) void node.process.stop("SIGKILL");
    return;
  }
  isClosing = true;
  // What is starting has to be known before it can be ended.
  await starting;
  for (const end of closers.toReversed()) await end();
  process.exit(exitCode);
}
