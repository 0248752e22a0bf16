import { accessSync, constants, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Config, withoutSettings } from "../config/config.ts";
import type { Logger } from "../observability/logger.ts";
import type { Provisioner } from "../provisioning/provisioner.ts";
import { createSimulatedProvisioner } from "../provisioning/simulated-provisioner.ts";
import { type DatabaseLocation, parseDatabaseUrl } from "../storage/open-storage.ts";
import { systemClock } from "../time/clock.ts";

/** The configured provisioner, and how to stop it. */
export interface OpenProvisioner {
  readonly provisioner: Provisioner;
  /** Call it when no step is running. */
  close(): void;
}

/**
 * Makes the configured provisioner; the module of the other one is not loaded.
 *
 * @throws Error when the command cannot be run.
 */
export async function openProvisioner(
  { provisioner, databaseUrl }: Config,
  logger: Logger,
): Promise<OpenProvisioner> {
  if (provisioner.kind === "simulated") {
    return { provisioner: createSimulatedProvisioner({ clock: systemClock }), close: () => {} };
  }
  const { createCommandProvisioner } = await import("../provisioning/command-provisioner.ts");
  const { command, timeoutMs, concurrency } = provisioner;
  try {
    accessSync(command, constants.X_OK);
    if (!statSync(command).isFile()) throw new Error("it is not a file");
  } catch (cause) {
    throw new Error(`COMPUTE_HOST_PROVISIONER_COMMAND, ${command}, cannot be run by this user.`, { cause });
  }
  const location = parseDatabaseUrl(databaseUrl);
  const runsFolder = runsFolderOf(location);
  const watchdog = location.kind === "postgres" ? await openWatchdog(runsFolder, logger) : undefined;
  return {
    provisioner: createCommandProvisioner({
      command,
      timeoutMs,
      maxConcurrent: concurrency,
      environment: withoutSettings(process.env),
      runsFolder,
      logger,
      ...(watchdog && { watchdog }),
    }),
    close: () => watchdog?.close(),
  };
}

async function openWatchdog(runsFolder: string, logger: Logger) {
  const { startWatchdog } = await import("../provisioning/watchdog.ts");
  return startWatchdog({ runsFolder, logger });
}

/** Beside a database file, whose steps they are; no other process continues those of another database. */
function runsFolderOf(location: DatabaseLocation): string {
  const isFile = location.kind === "sqlite" && location.path !== ":memory:";
  return isFile ? `${resolve(location.path)}-runs` : mkdtempSync(join(tmpdir(), "compute-host-runs-"));
}
