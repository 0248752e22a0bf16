import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { startService } from "./spawn-service.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

test.each(["SIGTERM", "SIGHUP"] as const)(
  "%s stops the service",
  async (signal) => {
    vi.stubEnv("COMPUTE_HOST_DATABASE_URL", "sqlite::memory:");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url, exited } = await startService({ root, port: 0, isWatching: false });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    process.emit(signal, signal);
    expect(await exited).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  },
  20_000,
);
