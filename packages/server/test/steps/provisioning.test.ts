import { join } from "node:path";
import type { Computer } from "@compute-host/types";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeClock, type StartedServer, startServer } from "../../src/index.ts";
import type { Provisioner } from "../../src/provisioning/provisioner.ts";
import { InterruptedError } from "../../src/provisioning/temporary-failure.ts";
import { apiOf } from "../http/api-client.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { HeldProvisioner } from "./held-provisioner.ts";

let folder: string;
let databaseUrl: string;
let server: StartedServer;
const clock = new FakeClock(1_795_000_000_000);

beforeEach(() => {
  folder = temporaryFolder();
  databaseUrl = `sqlite:${join(folder, "test.db")}`;
});

afterEach(() => server.close());

async function start(provisioner: Provisioner, ...computers: readonly { id: string }[]): Promise<void> {
  server = await startServer({
    databaseUrl,
    clock,
    provisioner,
    computers: computers.map(({ id }) => ({ id, name: id, providerType: "byom" as const })),
  });
}

async function get(id: string): Promise<Computer> {
  return (await apiOf(server)(`/api/v0/computers/${id}`)).json;
}

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const retry = (id: string, headers = {}) =>
  apiOf(server)(`/api/v0/computers/${id}/install-deps`, { method: "POST", headers });
const stepOf = (computer: Computer) => computer.provisioningSteps?.[0];

describe("a restart", () => {
  test("continues a retry that was accepted before it, in the same trace", async () => {
    const before = new HeldProvisioner();
    await start(before, { id: "a" });
    (await before.begun(1)).end({ status: "failed", error: "E" });
    await expect.poll(async () => (await get("a")).status).toBe("error");
    const accepted = (await retry("a", { traceparent })).json as Computer;
    expect((await before.begun(2)).traceparent).toBe(traceparent);
    await server.close();

    const after = new HeldProvisioner();
    await start(after);
    const resumed = await after.begun(1);
    expect(resumed.traceparent).toBe(traceparent);
    resumed.end({ status: "completed" });
    await expect.poll(async () => (await get("a")).status).toBe("active");
    expect(stepOf(await get("a"))?.installSessionId).toBe(stepOf(accepted)?.installSessionId);
  });
});

describe("provisioning", () => {
  test("runs a step again a minute after it was interrupted for the thirtieth time", async () => {
    let runs = 0;
    const run: Provisioner["run"] = () => {
      runs += 1;
      return Promise.reject(new InterruptedError("Something killed it", 30));
    };
    await start({ maxConcurrent: 1, run }, { id: "a" });
    await expect.poll(() => runs).toBe(1);
    await clock.advance(59_000);
    expect(runs).toBe(1);
    await clock.advance(1_000);
    await expect.poll(() => runs).toBe(2);
  });

  test.each(["completed", "failed"] as const)(
    "keeps what was changed while a step ran that %s",
    async (status) => {
      const provisioner = new HeldProvisioner();
      await start(provisioner, { id: "a" });
      const { end } = await provisioner.begun(1);
      const changes = { name: "new", remoteUser: "deploy", hostId: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10" };
      const body = JSON.stringify(changes);
      expect(await apiOf(server)("/api/v0/computers/a", { method: "PATCH", body })).toMatchObject({
        status: 200,
      });
      end(status === "failed" ? { status, error: "E" } : { status });
      await expect.poll(async () => stepOf(await get("a"))?.status).toBe(status);
      expect(await get("a")).toMatchObject(changes);
    },
  );

  test("survives a provisioner that cannot clean up after a step", async () => {
    const forget = () => Promise.reject(new Error("broken"));
    await start({ maxConcurrent: 1, run: async () => ({ status: "completed" }), forget }, { id: "a" });
    await expect.poll(async () => (await get("a")).status).toBe("active");
  });

  test("counts a provisioner that throws as a failed step", async () => {
    await start({ maxConcurrent: 1, run: () => Promise.reject(new Error("broken")) }, { id: "a" });
    await expect.poll(async () => (await get("a")).status).toBe("error");
    expect(stepOf(await get("a"))?.error).toBe("broken");
  });
});
