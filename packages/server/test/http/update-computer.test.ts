import type { Problem } from "@compute-host/types";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import { engines, inMemory } from "../engines.ts";
import { host, otherHost, type SeededServer, startSeededServer, stepMs } from "./seeded-server.ts";

describeEngines(engines, (engine) => {
  let server: SeededServer;

  beforeEach(async () => {
    server = await startSeededServer(engine);
  });

  afterEach(() => server.close());

  describe("updateComputer", () => {
    test("changes all fields together and responds with the computer", async () => {
      const response = await server.patch("new-a", { name: "größe", hostId: otherHost, remoteUser: "ada" });
      expect(response.status).toBe(200);
      expect(response.json).toMatchObject({ name: "größe", hostId: otherHost, remoteUser: "ada" });
      expect(response.json).toEqual(await server.get("new-a"));
    });

    test("of nothing responds with the unchanged computer", async () => {
      const before = await server.get("old");
      const response = await server.patch("old", {});
      expect([response.status, response.json]).toEqual([200, before]);
    });

    test("counts code points, not code units", async () => {
      expect((await server.patch("old", { name: "🚀".repeat(63) })).status).toBe(200);
      expect((await server.patch("old", { name: "🚀".repeat(64) })).status).toBe(400);
    });

    test.each([
      ["name-taken", "new-a", { name: "old", remoteUser: "x" }],
      ["host-taken", "new-a", { hostId: host.toUpperCase(), remoteUser: "x" }],
      ["host-already-set", "old", { hostId: otherHost, name: "free" }],
    ])("is refused as %s and changes nothing", async (code, id, update) => {
      const before = await server.get(id);
      const response = await server.patch(id, update);
      expect(response.status).toBe(409);
      expect(response.json).toMatchObject({ type: `/problems/${code}`, status: 409 });
      expect(await server.get(id)).toEqual(before);
    });

    test("accepts the host that is already set, and names and hosts of other owners", async () => {
      expect((await server.patch("old", { hostId: host.toUpperCase() })).json).toMatchObject({
        hostId: host,
      });
      expect((await server.patch("new-a", { name: "theirs", hostId: otherHost })).status).toBe(200);
    });

    test("names every place that breaks the schema", async () => {
      const response = await server.patch("old", { name: "", nmae: 1, hostId: null });
      expect(response.status).toBe(400);
      const { errors, detail } = response.json as Problem;
      expect(detail).toContain("3 places");
      expect(errors?.map(({ pointer }) => pointer).toSorted()).toEqual(["/hostId", "/name", "/nmae"]);
    });

    test("of an unknown computer is validated first, then not found", async () => {
      expect((await server.patch("missing", { name: "" })).status).toBe(400);
      expect((await server.patch("missing", { name: "a" })).status).toBe(404);
      expect((await server.patch("theirs", { name: "a" })).status).toBe(404);
    });

    test("gives a name to one of several computers that request it", async () => {
      const responses = await Promise.all(
        ["old", "new-a", "new-b"].map((id) => server.patch(id, { name: "wanted" })),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    });
  });
});

describe("updateComputer, by the clock", () => {
  let server: SeededServer;

  beforeEach(async () => {
    server = await startSeededServer(inMemory);
  });

  afterEach(() => server.close());

  test("is allowed in every status", async () => {
    await server.addComputers([
      { id: "fails", name: "fail-install-deps", providerType: "byom" },
      { id: "waits", name: "waits", providerType: "managed" },
    ]);
    expect((await server.patch("waits", { remoteUser: "x" })).json).toMatchObject({ status: "provisioning" });
    await server.clock.advance(stepMs);
    expect((await server.patch("fails", { remoteUser: "x" })).json).toMatchObject({ status: "error" });
  });

  test("does not disturb running provisioning", async () => {
    await server.addComputers([{ id: "waits", name: "waits", providerType: "byom" }]);
    await server.clock.advance(1);
    await server.patch("waits", { name: "renamed" });
    await server.clock.advance(stepMs);
    expect(await server.get("waits")).toMatchObject({ name: "renamed", status: "active" });
  });
});
