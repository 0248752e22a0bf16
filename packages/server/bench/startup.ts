import { fileURLToPath } from "node:url";
import { readyOf, runOrThrow, StartedProcess } from "@compute-host/command-line/process";
import { serviceCommand } from "./services.ts";
import { waitForStatus } from "./wait-for-status.ts";

/** How long the service takes as a process, from its start to its first 200 on /readyz, in milliseconds. */
export async function timeToReady(databasePath: string): Promise<number> {
  const startedAt = performance.now();
  const [program = "", ...args] = serviceCommand;
  await using service = new StartedProcess(program, args, {
    env: {
      COMPUTE_HOST_DATABASE_URL: `sqlite:${databasePath}`,
      COMPUTE_HOST_PROVISIONER: "simulated",
      COMPUTE_HOST_LOG_LEVEL: "silent",
    },
  });
  await waitForStatus(`${(await readyOf(service)).url}/readyz`, 200);
  return performance.now() - startedAt;
}

/** How long the first `startServer()` of a process takes in memory, in milliseconds. */
export async function timeToStartInProcess(): Promise<number> {
  const script = fileURLToPath(new URL("./start-in-process.ts", import.meta.url));
  return Number(await runOrThrow(process.execPath, [script]));
}
