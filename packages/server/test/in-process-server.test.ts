import { join } from "node:path";
import type { Computer } from "@compute-host/types";
import { describe, expect, test } from "vitest";
import { FakeClock, startServer } from "../src/index.ts";
import { apiOf } from "./http/api-client.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("a server in process", () => {
  test("starts on a new port each time, with its own data", async () => {
    await using first = await startServer({ computers: [{ id: "a", name: "a", providerType: "byom" }] });
    await using second = await startServer();
    expect(first.baseUrl).not.toBe(second.baseUrl);
    expect((await apiOf(first)("/api/v0/computers/a")).status).toBe(200);
    expect((await apiOf(second)("/api/v0/computers/a")).status).toBe(404);
    expect((await apiOf(second)("/api/v0/computers", { key: first.apiKey })).status).toBe(401);
  });

  test("simulates each step as configured", async () => {
    const clock = new FakeClock();
    await using server = await startServer({
      clock,
      computers: [{ id: "a", name: "a", providerType: "managed" }],
      simulate: (computer, stepId) =>
        stepId === "install-deps" ? { durationMs: 10, error: `no ${computer.name}` } : { durationMs: 1000 },
    });
    const status = async () => ((await apiOf(server)("/api/v0/computers/a")).json as Computer).status;
    await clock.advance(2009);
    expect(await status()).toBe("provisioning");
    await clock.advance(1);
    expect(await status()).toBe("error");
  });

  test("refuses seed computers that conflict, and starts nothing", async () => {
    const twice = { name: "same", providerType: "byom" as const };
    await expect(startServer({ computers: [twice, twice] })).rejects.toMatchObject({ code: "name-taken" });
  });

  test("releases the database when the start fails", async () => {
    const folder = temporaryFolder();
    const databaseUrl = `sqlite:${join(folder, "a.db")}`;
    await expect(startServer({ databaseUrl, limits: { requestTimeoutMs: -1 } })).rejects.toThrow();
    await using server = await startServer({ databaseUrl });
    expect((await apiOf(server)("/api/v0/computers")).status).toBe(200);
  });
});
