import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const commandLine = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

/** A node of the sandbox. */
export interface NodeProcess {
  readonly url: string;
  /** The API key, where this node made one. */
  readonly apiKey?: string;
  readonly pid: number;
  /** Its exit code. */
  readonly ended: Promise<number>;
  /** Ends it gracefully, or immediately. */
  stop(signal: "SIGINT" | "SIGKILL"): Promise<void>;
}

/** Which program a node runs, and where. */
interface NodeProgram {
  /** @default the sources */
  readonly program?: string;
  /** @default the folder of this process */
  readonly cwd?: string;
}

/**
 * Starts a node on a free port and waits until it listens; an empty database gets the sample computers.
 *
 * @throws Error where it ends before; what it printed to standard error says why
 */
export async function startNodeProcess(
  databaseUrl: string,
  { program = commandLine, ...place }: NodeProgram = {},
): Promise<NodeProcess> {
  const child = spawn(process.execPath, [program, "serve", "--sandbox", "--ready-json", "--port", "0"], {
    ...place,
    // A group of its own, so that a terminal's Ctrl-C reaches the proxy first.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      COMPUTE_HOST_LOG_LEVEL: "warn",
      ...process.env,
      COMPUTE_HOST_DATABASE_URL: databaseUrl,
      COMPUTE_HOST_DATABASE_URL_FILE: "",
    },
  });
  const ended = exitOf(child);
  const line = once(createInterface({ input: child.stdout }), "line") as Promise<[string]>;
  const early = ended.then((code): never => {
    throw new Error(`A node ended with exit code ${code} before it listened.`);
  });
  const [text] = await Promise.race([line, early]);
  early.catch(() => {});
  const { url, apiKey } = JSON.parse(text) as { readonly url: string; readonly apiKey?: string };
  return {
    url,
    ...(apiKey !== undefined && { apiKey }),
    pid: child.pid as number,
    ended,
    async stop(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

async function exitOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
