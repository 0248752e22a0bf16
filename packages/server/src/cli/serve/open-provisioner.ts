import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Config, withoutSettings } from "../../config/config.ts";
import type { Logger } from "../../observability/logger.ts";
import type { Provisioner } from "../../provisioning/provisioner.ts";
import { createSimulatedProvisioner } from "../../provisioning/simulated-provisioner.ts";
import { type DatabaseLocation, parseDatabaseUrl } from "../../storage/database-url.ts";
import { systemClock } from "../../time/clock.ts";
import { stepLogFolderOf, userId } from "../step-log-folder.ts";

/** The configured provisioner, and how to stop it. */
export interface OpenProvisioner {
  readonly provisioner: Provisioner;
  /** Call it once no step is running. */
  close(): void;
}

/**
 * Makes the configured provisioner, and does not load the module of the other.
 *
 * @throws Error when this user cannot run the command.
 */
export async function openProvisioner(config: Config, logger: Logger): Promise<OpenProvisioner> {
  const { provisionerCommand: command = "" } = config;
  if (config.provisioner !== "command") {
    return { provisioner: createSimulatedProvisioner({ clock: systemClock }), close: () => {} };
  }
  const [{ createCommandProvisioner }, { createSupervisor }, { removeOldLogs }] = await Promise.all([
    import("../../provisioning/command/command-provisioner.ts"),
    import("../../provisioning/command/supervisor.ts"),
    import("../../provisioning/command/run/step-logs.ts"),
  ]);
  try {
    accessSync(command, constants.X_OK);
    if (!statSync(command).isFile()) throw new Error("it is not a file");
  } catch (cause) {
    throw new Error(`COMPUTE_HOST_PROVISIONER_COMMAND, ${command}, cannot be run by this user.`, { cause });
  }
  const location = parseDatabaseUrl(config.databaseUrl);
  const runsFolder = runsFolderOf(location);
  const logsFolder = stepLogFolderOf(config);
  makePrivateFolder(logsFolder);
  const cleanUp = (): void =>
    void removeOldLogs(logsFolder).catch((err: unknown) =>
      logger.warn({ err }, "Step logs cannot be listed"),
    );
  cleanUp();
  const timer = setInterval(cleanUp, 86_400_000).unref();
  const supervisor = createSupervisor({ runsFolder, logger });
  return {
    provisioner: createCommandProvisioner({
      command,
      timeoutMs: config.provisionerTimeoutSeconds * 1_000,
      maxConcurrent: config.provisionerConcurrency,
      environment: withoutSettings(process.env),
      runsFolder,
      logsFolder,
      logger,
      supervisor,
      isShared: location.kind !== "sqlite",
    }),
    close() {
      clearInterval(timer);
      supervisor.close();
    },
  };
}

/**
 * Next to a database file, so that the next start finds them. With any other database, no later process continues them.
 */
function runsFolderOf(location: DatabaseLocation): string {
  const isFile = location.kind === "sqlite" && location.path !== ":memory:";
  return isFile ? `${resolve(location.path)}-runs` : mkdtempSync(join(tmpdir(), "compute-host-runs-"));
}

/**
 * Makes a folder that only this user may enter. Among the temporary files, another user may have created it first to
 * read the logs.
 *
 * @throws Error when it belongs to another user, or cannot be created.
 */
function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = lstatSync(folder).uid;
  if (owner !== userId() && owner !== 0)
    throw new Error(`The folder ${folder} in COMPUTE_HOST_PROVISIONER_LOG_FOLDER belongs to another user.`);
}
