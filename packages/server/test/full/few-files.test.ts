import { expect, test } from "vitest";
import { get, Workplace } from "../commands/run-command.ts";
import { fillDatabase } from "../durability/fill-database.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

const computers = Array.from({ length: 32 }, (_, index) =>
  sampleComputer({
    id: `c${index}`,
    ownerId: `usr_${index % 4}`,
    name: `c${index}`,
    status: "provisioning",
    provisioningSteps: [{ id: "install-deps", name: "Install", status: "pending" }],
  }),
);

test.runIf(process.platform === "linux").each([["80 file descriptors", "--nofile=80:80"]])(
  "32 steps end with their true result with only %s",
  async (_limit, limit) => {
    await using place = new Workplace();
    const settings = { COMPUTE_HOST_PROVISIONER_CONCURRENCY: "32" };
    await fillDatabase(place.databaseUrl, computers);
    place.launcher = ["prlimit", limit];
    const {
      url,
      written,
      process: service,
    } = await place.serve({ ...place.stepsBy("sleep 1"), ...settings });
    await expect.poll(() => written().match(/"msg":"A step (?:completed|failed)"/g)?.length).toBe(32);
    expect(written()).not.toMatch(/"msg":"A step failed"|"fatal"/);
    expect([service.exitCode, (await get(`${url}/healthz`)).status]).toEqual([null, 200]);
  },
);
