import type { Problem } from "@compute-host/types";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import { engines } from "../engines.ts";
import { done, host, otherHost, type SeededServer, startSeededServer } from "./seeded-server.ts";

describeEngines(engines, (engine) => {
  let server: SeededServer;

  beforeEach(async () => {
    server = await startSeededServer(engine);
  });

  afterEach(() => server.close());

  describe("listComputers", () => {
    test("holds exactly the caller's computers, newest first, then by ID descending", async () => {
      expect((await server.list()).map(({ id }) => id)).toEqual(["new-b", "new-a", "old"]);
    });

    test("is the same text in any alphabet", async () => {
      await server.patch("new-a", { name: "größe 🚀" });
      const names = (await server.list()).map(({ name }) => name);
      expect(names).toEqual(["new-b", "größe 🚀", "old"]);
    });

    test("carries steps in every computer if true, otherwise in none", async () => {
      const withSteps = await server.list("?includeProvisioningSteps=true");
      expect(withSteps.map(({ provisioningSteps }) => provisioningSteps?.length)).toEqual([0, 1, 1]);
      for (const query of ["", "?includeProvisioningSteps=false"]) {
        expect((await server.list(query)).some((computer) => "provisioningSteps" in computer)).toBe(false);
      }
    });

    test.each([host, host.toUpperCase()])("filters by the host %s", async (hostId) => {
      expect((await server.list(`?hostId=${hostId}`)).map(({ id }) => id)).toEqual(["old"]);
      expect(await server.list(`?hostId=${otherHost}`)).toEqual([]);
    });

    test("ignores unknown parameters", async () => {
      expect(await server.list("?limit=1&limit=2&__proto__=x&%zz")).toHaveLength(3);
    });

    test.each([
      ["?hostId=nope", "hostId", "must be a UUID"],
      ["?hostId=", "hostId", "must be a UUID"],
      ["?includeProvisioningSteps=1", "includeProvisioningSteps", 'must be "true" or "false"'],
      ["?includeProvisioningSteps=TRUE", "includeProvisioningSteps", 'must be "true" or "false"'],
      [`?hostId=${host}&hostId=${host}`, "hostId", "is given more than once"],
      [`?hostId=${host}&h%6fstId=${host}`, "hostId", "is given more than once"],
    ])("refuses the query %s", async (query, parameter, message) => {
      const response = await server.request(`/api/v0/computers${query}`);
      expect(response.status).toBe(400);
      expect(response.json as Problem).toMatchObject({
        type: "/problems/invalid-request",
        errors: [{ parameter, message }],
      });
    });

    test("sends each computer once, even if there are more than a page of the database holds", async () => {
      const ids = Array.from({ length: 1001 }, (_, index) => `many-${index}`);
      await server.addComputers(
        ids.map((id) => ({ id, name: id, providerType: "byom" as const, provisioningSteps: done })),
      );
      const listed = (await server.list("?includeProvisioningSteps=true")).map(({ id }) => id);
      expect(listed).toHaveLength(1004);
      expect(new Set(listed).size).toBe(1004);
    });
  });

  describe("getComputer", () => {
    test("always carries the steps, as an empty array if there are none", async () => {
      expect((await server.get("new-b")).provisioningSteps).toEqual([]);
      expect(await server.get("old")).toEqual({
        id: "old",
        name: "old",
        providerType: "byom",
        createdAt: 1,
        hostId: host,
        ownerId: server.ownerId,
        status: "active",
        provisioningSteps: done,
      });
    });

    test("returns the same 404 for an unknown ID and another owner's ID", async () => {
      const problems = await Promise.all(
        ["theirs", "missing"].map((id) => server.request(`/api/v0/computers/${id}`)),
      );
      for (const { status, json } of problems) {
        expect(status).toBe(404);
        const { instance: _instance, requestId: _requestId, ...words } = json as Problem;
        expect(words).toEqual({
          type: "/problems/computer-not-found",
          title: "Computer not found",
          status: 404,
          detail: "You have no computer with this ID.",
        });
      }
    });

    test("shows a computer only to its owner", async () => {
      const key = await server.createApiKey("usr_eve");
      expect((await server.request("/api/v0/computers/theirs", { key })).status).toBe(200);
      expect((await server.request("/api/v0/computers/old", { key })).status).toBe(404);
    });
  });
});
