import type { Computer } from "@compute-host/types";
import { expect, onTestFinished, test } from "vitest";
import type { Provisioner, StepRun } from "../../src/provisioning/provisioner.ts";
import type { StepOutput } from "../../src/provisioning/step-output.ts";
import { describeEngines } from "../describe-engines.ts";
import { engines, startServerOn } from "../engines.ts";
import { apiOf } from "../http/api-client.ts";

const host = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
const otherHost = "c51e7b0a-9d34-4e62-8f17-b0a4d2c96e58";

describeEngines(engines, (engine) => {
  /** Provisions a managed computer whose first step has an output, and returns the computer at its end. */
  async function provision(output: StepOutput, existing: Partial<Computer> = {}) {
    const runs: StepRun[] = [];
    const provisioner: Provisioner = {
      maxConcurrent: 1,
      async run(run) {
        runs.push(run);
        return run.step.id === "create-computer" ? { status: "completed", output } : { status: "completed" };
      },
    };
    const server = await startServerOn(engine, {
      provisioner,
      computers: [
        { id: "other", name: "other", providerType: "byom", status: "active", hostId: otherHost },
        { id: "new", name: "new", providerType: "managed", ...existing },
      ],
    });
    onTestFinished(() => server.close());
    const get = async (): Promise<Computer> => (await apiOf(server)("/api/v0/computers/new")).json;
    await expect.poll(async () => (await get()).status).not.toBe("provisioning");
    return { computer: await get(), runs };
  }

  test("a step's output is in the record once the step ends, and later steps get it", async () => {
    const output = {
      hostname: "runner-7",
      hostId: host,
      remoteUser: "ada",
      relayClientUrl: "wss://r.example/c",
    };
    const { computer, runs } = await provision(output);
    expect(computer).toMatchObject({ ...output, status: "active" });
    expect(runs.map((run) => run.computer.hostname)).toEqual([undefined, "runner-7", "runner-7"]);
  });

  test("a step may report the host that the computer already has", async () => {
    const { computer } = await provision({ hostId: host.toUpperCase() }, { hostId: host });
    expect(computer).toMatchObject({ status: "active", hostId: host });
  });

  test.each([
    ["than the computer's", host, { hostId: otherHost.replace("c", "d") }, "the computer has another host"],
    ["that another computer has", otherHost, {}, "another computer of this owner has it"],
  ])("a step that reports another host %s fails", async (_case, hostId, existing, reason) => {
    const { computer } = await provision({ hostId, hostname: "lost" }, existing);
    expect(computer.provisioningSteps?.[0]).toMatchObject({
      status: "failed",
      error: `The step reported a host, but ${reason}.`,
    });
    expect(computer).not.toHaveProperty("hostname");
  });
});
