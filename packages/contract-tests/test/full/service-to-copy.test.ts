import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import { expect, test } from "vitest";
import { startCommand } from "../run-command.ts";

const script = fileURLToPath(new URL("../../../../examples/service/service.py", import.meta.url));

test("the service to copy passes the suite", async () => {
  const service = new StartedProcess("python3", [script], { timeoutMs: 900_000 });
  const folder = mkdtempSync(join(tmpdir(), "contract-service-"));
  try {
    await service.prints(/CONTRACT_BASE_URL=/);
    const lines = service.stdout.matchAll(/^export (\w+)=(.*)$/gm);
    const env = Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
    const { exitCode, stdout } = await startCommand(["--disposable"], env, folder).ended;
    expect(stdout).toMatch(/\d+ passed, 0 failed, 2 left out/);
    expect(exitCode).toBe(0);
  } finally {
    await service.stop("SIGTERM");
    rmSync(folder, { recursive: true });
  }
});
