import { silentLogger } from "../../src/observability/logger.ts";
import { createCommandProvisioner } from "../../src/provisioning/command/command-provisioner.ts";
import { createSupervisor } from "../../src/provisioning/command/supervisor.ts";
import type { StepLease } from "../../src/provisioning/provisioner.ts";
import { systemClock } from "../../src/time/clock.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

/**
 * A process that runs one command under a lease, renewed every 200 ms while the process runs, and then writes the outcome:
 * `command-node.ts COMMAND RUNS_FOLDER LEASE_MS`.
 */
const [, , command = "", runsFolder = "", leaseMs = ""] = process.argv;
const listeners = new Set<() => void>();
let stopAt = systemClock.elapsed() + Number(leaseMs);
const abort = new AbortController();

const lease: StepLease = {
  get stopAt() {
    return stopAt;
  },
  onRenewed(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

setInterval(() => {
  if (systemClock.elapsed() >= stopAt) return abort.abort();
  stopAt = systemClock.elapsed() + Number(leaseMs);
  for (const listener of listeners) listener();
}, 200);

const supervisor = createSupervisor({ runsFolder, logger: silentLogger });
const provisioner = createCommandProvisioner({
  command,
  timeoutMs: 60_000,
  maxConcurrent: 1,
  environment: { PATH: process.env.PATH },
  runsFolder,
  logsFolder: `${runsFolder}.logs`,
  logger: silentLogger,
  supervisor,
});
const step = {
  id: "install-deps",
  name: "Install",
  status: "running",
  installSessionId: "ins_1",
  startedAt: 1,
};
const computer = sampleComputer({ id: "cmp_1", status: "provisioning", provisioningSteps: [step] });
const result = await provisioner
  .run({ computer, step, attempt: 3, traceparent: "", signal: abort.signal, lease })
  .catch((error: Error) => ({ status: error.name }));
console.log(JSON.stringify(result));
supervisor.close();
process.exit();
