import { silentLogger } from "../../src/observability/logger.ts";
import { createCommandProvisioner } from "../../src/provisioning/command-provisioner.ts";
import { createProvisioningRunner } from "../../src/provisioning/provisioning-runner.ts";
import { startWatchdog } from "../../src/provisioning/watchdog.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { systemClock } from "../../src/time/clock.ts";

/**
 * A process that runs the jobs of a PostgreSQL database, without the HTTP service: `job-node.ts DATABASE_URL COMMAND RUNS_FOLDER`.
 * SIGTERM stops it as a deployment does.
 */
const [, , databaseUrl = "", command = "", runsFolder = ""] = process.argv;
const logger = silentLogger;
const storage = await openStorage({ databaseUrl });
const watchdog = startWatchdog({ runsFolder, logger });
const provisioner = createCommandProvisioner({
  command,
  timeoutMs: 120_000,
  maxConcurrent: 4,
  environment: { PATH: process.env.PATH, NODE_PID: String(process.pid) },
  runsFolder,
  logsFolder: `${runsFolder}.logs`,
  readOutput: () => ({}),
  logger,
  watchdog,
});
const runner = createProvisioningRunner({
  store: storage.computers,
  provisioner,
  clock: systemClock,
  logger,
});
runner.start();
process.on("SIGTERM", async () => {
  await runner.stop();
  watchdog.close();
  await storage.close();
  process.exit();
});
console.log("started");
// The runner waits without keeping its process alive.
setInterval(() => {}, 60_000);
