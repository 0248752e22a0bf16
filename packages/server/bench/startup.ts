import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "../cluster/free-port.ts";
import { runProcess } from "./child-process.ts";
import { serviceCommand } from "./services.ts";
import { waitForStatus } from "./wait-for-status.ts";

/** How long the service takes as a process, from its start to its first 200 on /readyz, in milliseconds. */
export async function timeToReady(databasePath: string): Promise<number> {
  const port = await freePort();
  const [command = "", ...options] = serviceCommand;
  const startedAt = performance.now();
  const child = spawn(command, [...options, "--port", String(port)], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      COMPUTE_HOST_DATABASE_URL: `sqlite:${databasePath}`,
      COMPUTE_HOST_LOG_LEVEL: "silent",
    },
  });
  const exited = once(child, "exit");
  try {
    await waitForStatus(`http://127.0.0.1:${port}/readyz`, 200);
    return performance.now() - startedAt;
  } finally {
    child.kill("SIGTERM");
    await exited;
  }
}

/** How long the first `startServer()` of a process takes in memory, in milliseconds. */
export async function timeToStartInProcess(): Promise<number> {
  const script = fileURLToPath(new URL("./start-in-process.ts", import.meta.url));
  return Number(await runProcess({ command: [process.execPath, script] }));
}
