import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onLines } from "@compute-host/command-line/lines";
import { createKey } from "./create-key.ts";

/** The service, running in its own process. */
export interface RunningService {
  /** Its origin. */
  readonly url: string;
  /** An API key: the one of a new database, or one that this start created. */
  readonly key: string;
  /** The started processes, if there are several. */
  readonly parts: readonly string[];
  /** Resolves to its exit code when it ends. */
  readonly exited: Promise<number>;
}

const commandLine = {
  service: fileURLToPath(new URL("../../../../packages/server/src/cli/main.ts", import.meta.url)),
  cluster: fileURLToPath(new URL("../../../../packages/server/cluster/main.ts", import.meta.url)),
};

/** How to start the service. */
export interface ServiceOptions {
  /** Path of the repository, with a trailing slash. */
  readonly root: string;
  readonly port: number;
  /**
   * Whether to run two nodes on an embedded PostgreSQL, behind a proxy; otherwise one process on the
   * configured database.
   */
  readonly isOnPostgres?: boolean;
  /** The folder of that PostgreSQL's data, if it is not the default. */
  readonly data?: string | undefined;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Starts `compute-host serve --sandbox`, or the nodes on PostgreSQL, in the root folder, waits until it
 * listens, and gets a key for it. On SIGINT, SIGTERM and SIGHUP (when the terminal closes) it sends SIGTERM:
 * the first lets the service finish the requests in flight, the second ends it immediately.
 *
 * @throws Error if it ends before it listens; its standard error says why
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { root } = options;
  const args = commandArguments(options);
  const child = spawn(process.execPath, args, {
    cwd: root,
    // Its own process group, so that a terminal's Ctrl-C reaches it only once.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { COMPUTE_HOST_LOG_LEVEL: "warn", ...process.env },
  });
  const stop = () => child.kill("SIGTERM");
  for (const signal of signals) process.on(signal, stop);
  const exited = new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, endedBy) => {
      for (const signal of signals) process.off(signal, stop);
      resolve(code ?? (endedBy === "SIGINT" || endedBy === "SIGTERM" ? 0 : 1));
    });
  });
  const ready = new Promise<Ready>((resolve) => {
    onLines(child.stdout, (line) => {
      const said = parseReady(line);
      if (said !== undefined) resolve(said);
    });
  });
  const early = exited.then((code) => {
    throw new Error(`The service ended with exit code ${code} before it listened.`);
  });
  const { url, apiKey, parts = [], databaseUrlFile } = await Promise.race([ready, early]);
  // From here on `exited` reports the end.
  early.catch(() => {});
  try {
    return { url, key: apiKey ?? (await createKey(root, databaseUrlFile)), parts, exited };
  } catch (error) {
    stop();
    await exited;
    throw error;
  }
}

function commandArguments(options: ServiceOptions): readonly string[] {
  const { port, isOnPostgres = false, data } = options;
  if (isOnPostgres) {
    return [commandLine.cluster, "--port", String(port), ...(data === undefined ? [] : ["--data", data])];
  }
  return [commandLine.service, "serve", "--sandbox", "--ready-json", "--port", String(port)];
}

/** The output of `compute-host serve --ready-json`, with more members if there are several processes. */
interface Ready {
  readonly url: string;
  readonly apiKey?: string;
  readonly parts?: readonly string[];
  readonly databaseUrlFile?: string;
}

function parseReady(line: string): Ready | undefined {
  return line.startsWith("{") ? JSON.parse(line) : undefined;
}
