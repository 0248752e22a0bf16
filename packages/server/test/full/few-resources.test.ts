import { spawnSync } from "node:child_process";
import { chownSync, globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { get, type RunningService, Workplace } from "../commands/run-command.ts";
import { fillDatabase } from "../durability/fill-database.ts";
import { SmallFileSystem } from "../durability/small-file-system.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

const computers = Array.from({ length: 32 }, (_, index) =>
  sampleComputer({
    id: `c${index}`,
    ownerId: `usr_${index % 4}`,
    name: `c${index}`,
    provisioningSteps: [{ id: "install-deps", name: "Install", status: "pending" }],
  }),
);

const settings = { COMPUTE_HOST_PROVISIONER_CONCURRENCY: "32" };

/** Waits until all steps have ended, and looks at how. */
async function expectTrueResults({ url, written, process: service }: RunningService): Promise<void> {
  await expect.poll(() => written().match(/"msg":"A step (?:completed|failed)"/g)?.length).toBe(32);
  expect(written()).not.toMatch(/"msg":"A step failed"|"fatal"/);
  expect([service.exitCode, (await get(`${url}/healthz`)).status]).toEqual([null, 200]);
}

test.runIf(process.platform === "linux")(
  "32 steps end with their true result with only 80 file descriptors",
  async () => {
    await using place = new Workplace();
    await fillDatabase(place.databaseUrl, computers);
    place.launcher = ["prlimit", "--nofile=80:80"];
    await expectTrueResults(await place.serve({ ...place.stepsBy("sleep 1"), ...settings }));
  },
);

test.runIf(SmallFileSystem.isAllowed)(
  "32 steps end with their true result although no file can be made for a while where their logs are",
  async () => {
    await using place = new Workplace();
    using disk = SmallFileSystem.mount(32, 200);
    await fillDatabase(place.databaseUrl, computers);
    const logsFolder = join(disk.folder, "logs");
    mkdirSync(logsFolder);
    const removeFiles = disk.fillWithFiles();
    const logs = { COMPUTE_HOST_PROVISIONER_LOG_FOLDER: logsFolder };
    const service = await place.serve({ ...place.stepsBy("exit 0"), ...settings, ...logs });
    await expect.poll(service.written).toContain("(ENOSPC)");
    removeFiles();
    await expectTrueResults(service);
  },
);

/** Runs the service as a user without rights and other processes: the limit counts all of a user, except root's. */
const userId = 54322;
const asUser = ["setpriv", `--reuid=${userId}`, "--clear-groups", "--inh-caps=-all", "--bounding-set=-all"];
const canBeUser = spawnSync("setpriv", [...asUser.slice(1), "true"]).status === 0;

test.runIf(canBeUser)(
  "32 steps end with their true result although their user may have only 40 threads (needs root and setpriv)",
  async () => {
    await using place = new Workplace();
    await fillDatabase(place.databaseUrl, computers);
    const environment = place.stepsBy("exec sleep 1");
    for (const path of [".", ...globSync("**", { cwd: place.folder })])
      chownSync(join(place.folder, path), userId, 0);
    place.launcher = [...asUser, "prlimit", "--nproc=40:40"];
    await expectTrueResults(await place.serve({ ...environment, ...settings }));
  },
);
