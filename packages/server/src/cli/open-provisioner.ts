import { accessSync, constants, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makePrivateFolder } from "../admin/private-folder.ts";
import { type Config, withoutSettings } from "../config/config.ts";
import type { Logger } from "../observability/logger.ts";
import { description } from "../openapi/description.gen.ts";
import type { Provisioner } from "../provisioning/provisioner.ts";
import { createSimulatedProvisioner } from "../provisioning/simulated-provisioner.ts";
import { type DatabaseLocation, parseDatabaseUrl } from "../storage/open-storage.ts";
import { systemClock } from "../time/clock.ts";
import { stepLogFolderOf } from "./step-log-folder.ts";

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
export async function openProvisioner(config: Config, logger: Logger): Promise<OpenProvisioner> {
  const {
    provisionerCommand: command = "",
    provisionerConcurrencyPerOwner: maxPerOwner,
    databaseUrl,
  } = config;
  if (config.provisioner !== "command") {
    return { provisioner: createSimulatedProvisioner({ clock: systemClock }), close: () => {} };
  }
  const [{ createCommandProvisioner }, { createSupervisor }, { removeOldLogs }, { createOutputReader }] =
    await Promise.all([
      import("../provisioning/command-provisioner.ts"),
      import("../provisioning/supervisor.ts"),
      import("../provisioning/step-logs.ts"),
      import("../provisioning/step-output.ts"),
    ]);
  try {
    accessSync(command, constants.X_OK);
    if (!statSync(command).isFile()) throw new Error("it is not a file");
  } catch (cause) {
    throw new Error(`COMPUTE_HOST_PROVISIONER_COMMAND, ${command}, cannot be run by this user.`, { cause });
  }
  const location = parseDatabaseUrl(databaseUrl);
  const runsFolder = runsFolderOf(location);
  const logsFolder = stepLogFolderOf(config);
  makePrivateFolder(logsFolder, "in COMPUTE_HOST_PROVISIONER_LOG_FOLDER");
  const cleanUp = (): void =>
    void removeOldLogs(logsFolder).catch((err: unknown) =>
      logger.warn({ err }, "The logs of steps cannot be listed"),
    );
  cleanUp();
  const timer = setInterval(cleanUp, 86_400_000).unref();
  const supervisor = createSupervisor({ runsFolder, logger });
  return {
    provisioner: createCommandProvisioner({
      command,
      timeoutMs: config.provisionerTimeoutSeconds * 1_000,
      maxConcurrent: config.provisionerConcurrency,
      ...(maxPerOwner !== undefined && { maxPerOwner }),
      environment: withoutSettings(process.env),
      readOutput: createOutputReader(description),
      runsFolder,
      logsFolder,
      logger,
      supervisor,
    }),
    close() {
      clearInterval(timer);
      supervisor.close();
    },
  };
}

/** Beside a database file, whose steps they are; no other process continues those of another database. */
function runsFolderOf(location: DatabaseLocation): string {
  const isFile = location.kind === "sqlite" && location.path !== ":memory:";
  return isFile ? `${resolve(location.path)}-runs` : mkdtempSync(join(tmpdir(), "compute-host-runs-"));
}
