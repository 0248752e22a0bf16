import { fileURLToPath } from "node:url";
import { type Ready, readyOf, StartedProcess, sandboxArguments } from "@compute-host/command-line/process";

const program = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

/** A node of the sandbox. */
export interface NodeProcess extends Ready {
  readonly process: StartedProcess;
}

/**
 * Starts a node on a free port and waits until it listens; an empty database gets the sample computers.
 *
 * @throws Error where it ends before; what it printed to standard error says why
 */
export async function startNodeProcess(databaseUrl: string): Promise<NodeProcess> {
  const node = new StartedProcess(process.execPath, [program, ...sandboxArguments], {
    // A group of its own, so that a terminal's Ctrl-C reaches the proxy first.
    detached: true,
    stderr: "inherit",
    inherited: { COMPUTE_HOST_LOG_LEVEL: "warn", ...process.env },
    env: { COMPUTE_HOST_DATABASE_URL: databaseUrl, COMPUTE_HOST_DATABASE_URL_FILE: "" },
  });
  const ready = await readyOf(node).catch(async () => {
    const { exitCode } = await node.ended;
    throw new Error(`A node ended with exit code ${exitCode ?? 1} before it listened.`);
  });
  return { ...ready, process: node };
}
