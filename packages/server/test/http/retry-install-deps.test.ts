import type { Computer } from "@compute-host/types";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import { engines, inMemory } from "../engines.ts";
import { type SeededServer, startSeededServer, stepMs } from "./seeded-server.ts";

describeEngines(engines, (engine) => {
  let server: SeededServer;

  beforeEach(async () => {
    server = await startSeededServer(engine);
  });

  afterEach(() => server.close());

  describe("retryInstallDeps", () => {
    test("is accepted once, however many arrive at the same time", async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => server.retry("old")));
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 202)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    });

    test("of another owner's computer is not found", async () => {
      expect((await server.retry("theirs")).status).toBe(404);
    });
  });
});

// A store that responds later lets the clock run ahead of what it knows.
describe("by the clock", () => {
  let server: SeededServer;

  beforeEach(async () => {
    server = await startSeededServer(inMemory);
  });

  afterEach(() => server.close());

  describe("retryInstallDeps", () => {
    test("starts a new session immediately, and the work continues after the response", async () => {
      await server.addComputers([{ id: "fails", name: "fail-install-deps", providerType: "byom" }]);
      await server.clock.advance(stepMs);
      const failed = await server.get("fails");
      expect(failed).toMatchObject({ status: "error", provisioningSteps: [{ status: "failed" }] });
      await server.patch("fails", { name: "mended" });

      await server.clock.advance(5);
      const response = await server.retry("fails");
      expect(response.status).toBe(202);
      const { provisioningSteps: [step] = [], status } = response.json as Computer;
      expect(status).toBe("provisioning");
      expect(step).toEqual({
        id: "install-deps",
        name: "Install dependencies",
        status: "running",
        startedAt: server.clock.now(),
        installSessionId: expect.stringMatching(/^ins_/) as string,
      });
      expect(step?.installSessionId).not.toBe(failed.provisioningSteps?.[0]?.installSessionId);

      await server.clock.advance(stepMs);
      expect(await server.get("fails")).toMatchObject({
        status: "active",
        provisioningSteps: [
          { status: "completed", installSessionId: step?.installSessionId, completedAt: server.clock.now() },
        ],
      });
    });

    test("continues with the steps after it", async () => {
      await server.addComputers([
        {
          id: "more",
          name: "more",
          providerType: "managed",
          provisioningSteps: [
            { id: "install-deps", status: "failed", error: "E" },
            { id: "warm-up", status: "pending" },
          ],
        },
      ]);
      await server.retry("more");
      await server.clock.advance(stepMs);
      const statuses = (computer: Computer) => computer.provisioningSteps?.map(({ status }) => status);
      expect(statuses(await server.get("more"))).toEqual(["completed", "running"]);
      await server.clock.advance(stepMs);
      expect(await server.get("more")).toMatchObject({ status: "active" });
    });

    test.each([
      ["no-install-deps-step", "new-b"],
      ["earlier-step-not-completed", "building"],
      ["install-session-running", "installing"],
    ])("is refused as %s and changes nothing", async (code, id) => {
      await server.addComputers([
        { id: "building", name: "building", providerType: "managed" },
        { id: "installing", name: "installing", providerType: "byom" },
      ]);
      await server.clock.advance(1);
      const before = await server.get(id);
      const response = await server.retry(id);
      expect(response.status).toBe(409);
      expect(response.json).toMatchObject({ type: `/problems/${code}`, status: 409 });
      expect(await server.get(id)).toEqual(before);
    });
  });

  describe("provisioning", () => {
    test("runs the three steps of a managed computer", async () => {
      await server.addComputers([{ id: "managed", name: "managed", providerType: "managed" }]);
      await server.clock.advance(0);
      const seen: string[] = [];
      for (let step = 0; step < 4; step++) {
        const { status, provisioningSteps = [] } = await server.get("managed");
        seen.push(`${status}: ${provisioningSteps.map((one) => one.status).join(" ")}`);
        await server.clock.advance(stepMs);
      }
      expect(seen).toEqual([
        "provisioning: running pending pending",
        "provisioning: completed running pending",
        "provisioning: completed completed running",
        "active: completed completed completed",
      ]);
    });

    test("stops at the step that fails; later ones stay pending", async () => {
      await server.addComputers([{ id: "f", name: "fail-configure-environment", providerType: "managed" }]);
      await server.clock.advance(10 * stepMs);
      const { status, provisioningSteps = [] } = await server.get("f");
      expect([status, ...provisioningSteps.map((step) => step.status)]).toEqual([
        "error",
        "completed",
        "failed",
        "pending",
      ]);
      expect(provisioningSteps[1]?.error).toBeTruthy();
      expect(provisioningSteps.filter((step) => "error" in step)).toHaveLength(1);
    });
  });
});
