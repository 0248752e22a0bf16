import type { Computer, ComputerList, Problem } from "@compute-host/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeClock, type StartedServer, startServer } from "../../src/index.ts";
import { type ApiRequest, type ApiResponse, apiOf } from "./api-client.ts";

const host = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
const otherHost = "8a7d2f64-0c35-4b19-a5e2-6f90d1c7b382";
const done = [{ id: "install-deps", name: "Install dependencies", status: "completed" }];
const stepMs = 1000;

let server: StartedServer;
let clock: FakeClock;
let api: (path: string, request?: ApiRequest) => Promise<ApiResponse>;

beforeEach(async () => {
  clock = new FakeClock(1_795_000_000_000);
  server = await startServer({
    clock,
    stepDurationMs: stepMs,
    computers: [
      { id: "old", name: "old", providerType: "byom", createdAt: 1, hostId: host, provisioningSteps: done },
      { id: "new-a", name: "new-a", providerType: "managed", createdAt: 2, provisioningSteps: done },
      { id: "new-b", name: "new-b", providerType: "managed", createdAt: 2, provisioningSteps: [] },
      { id: "theirs", name: "theirs", providerType: "byom", ownerId: "usr_eve", hostId: otherHost },
    ],
  });
  api = apiOf(server);
});

afterEach(() => server.close());

async function get(id: string): Promise<Computer> {
  return (await api(`/api/v0/computers/${id}`)).json;
}

async function list(query = ""): Promise<readonly Computer[]> {
  return ((await api(`/api/v0/computers${query}`)).json as ComputerList).computers;
}

function patch(id: string, body: unknown): Promise<ApiResponse> {
  return api(`/api/v0/computers/${id}`, { method: "PATCH", body: JSON.stringify(body) });
}

function retry(id: string): Promise<ApiResponse> {
  return api(`/api/v0/computers/${id}/install-deps`, { method: "POST" });
}

describe("listComputers", () => {
  it("holds every computer of the caller and no other, newest first, then by id descending", async () => {
    expect((await list()).map(({ id }) => id)).toEqual(["new-b", "new-a", "old"]);
  });

  it("is the same text in any alphabet", async () => {
    await patch("new-a", { name: "größe 🚀" });
    const names = (await list()).map(({ name }) => name);
    expect(names).toEqual(["new-b", "größe 🚀", "old"]);
  });

  it("carries steps in every computer with true, and in none without", async () => {
    const withSteps = await list("?includeProvisioningSteps=true");
    expect(withSteps.map(({ provisioningSteps }) => provisioningSteps?.length)).toEqual([0, 1, 1]);
    for (const query of ["", "?includeProvisioningSteps=false"]) {
      expect((await list(query)).some((computer) => "provisioningSteps" in computer)).toBe(false);
    }
  });

  it.each([host, host.toUpperCase()])("filters by the host %s", async (hostId) => {
    expect((await list(`?hostId=${hostId}`)).map(({ id }) => id)).toEqual(["old"]);
    expect(await list(`?hostId=${otherHost}`)).toEqual([]);
  });

  it("ignores unknown parameters", async () => {
    expect(await list("?limit=1&limit=2&__proto__=x&%zz")).toHaveLength(3);
  });

  it.each([
    ["?hostId=nope", "hostId", "must be a UUID"],
    ["?hostId=", "hostId", "must be a UUID"],
    ["?includeProvisioningSteps=1", "includeProvisioningSteps", 'must be "true" or "false"'],
    ["?includeProvisioningSteps=TRUE", "includeProvisioningSteps", 'must be "true" or "false"'],
    [`?hostId=${host}&hostId=${host}`, "hostId", "is given more than once"],
    [`?hostId=${host}&h%6fstId=${host}`, "hostId", "is given more than once"],
  ])("refuses the query %s", async (query, parameter, message) => {
    const response = await api(`/api/v0/computers${query}`);
    expect(response.status).toBe(400);
    expect(response.json as Problem).toMatchObject({
      type: "/problems/invalid-request",
      errors: [{ parameter, message }],
    });
  });

  it("sends more computers than a page of the database holds, each once", async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `many-${index}`);
    await server.addComputers(
      ids.map((id) => ({ id, name: id, providerType: "byom" as const, provisioningSteps: done })),
    );
    const listed = (await list("?includeProvisioningSteps=true")).map(({ id }) => id);
    expect(listed).toHaveLength(1004);
    expect(new Set(listed).size).toBe(1004);
  });
});

describe("getComputer", () => {
  it("carries the steps always, an empty array where there are none", async () => {
    expect((await get("new-b")).provisioningSteps).toEqual([]);
    expect(await get("old")).toEqual({
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

  it("answers an id that is not there and one of somebody else in the same words", async () => {
    const problems = await Promise.all(["theirs", "missing"].map((id) => api(`/api/v0/computers/${id}`)));
    for (const { status, json } of problems) {
      expect(status).toBe(404);
      const { instance: _instance, requestId: _requestId, ...words } = json as Problem;
      expect(words).toEqual({
        type: "/problems/computer-not-found",
        title: "Computer not found",
        status: 404,
        detail: "There is no computer with this id among yours.",
      });
    }
  });

  it("shows a computer to its owner alone", async () => {
    const key = await server.createApiKey("usr_eve");
    expect((await api("/api/v0/computers/theirs", { key })).status).toBe(200);
    expect((await api("/api/v0/computers/old", { key })).status).toBe(404);
  });
});

describe("updateComputer", () => {
  it("changes all fields together and answers with the computer", async () => {
    const response = await patch("new-a", { name: "größe", hostId: otherHost, remoteUser: "ada" });
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({ name: "größe", hostId: otherHost, remoteUser: "ada" });
    expect(response.json).toEqual(await get("new-a"));
  });

  it("of nothing answers with the unchanged computer", async () => {
    const before = await get("old");
    const response = await patch("old", {});
    expect([response.status, response.json]).toEqual([200, before]);
  });

  it("is allowed in every status", async () => {
    await server.addComputers([
      { id: "fails", name: "fail-install-deps", providerType: "byom" },
      { id: "waits", name: "waits", providerType: "managed" },
    ]);
    expect((await patch("waits", { remoteUser: "x" })).json).toMatchObject({ status: "provisioning" });
    await clock.advance(stepMs);
    expect((await patch("fails", { remoteUser: "x" })).json).toMatchObject({ status: "error" });
  });

  it("does not disturb the provisioning that goes on", async () => {
    await server.addComputers([{ id: "waits", name: "waits", providerType: "byom" }]);
    await clock.advance(1);
    await patch("waits", { name: "renamed" });
    await clock.advance(stepMs);
    expect(await get("waits")).toMatchObject({ name: "renamed", status: "active" });
  });

  it("counts code points, not code units", async () => {
    expect((await patch("old", { name: "🚀".repeat(63) })).status).toBe(200);
    expect((await patch("old", { name: "🚀".repeat(64) })).status).toBe(400);
  });

  it.each([
    ["name-taken", "new-a", { name: "old", remoteUser: "x" }],
    ["host-taken", "new-a", { hostId: host.toUpperCase(), remoteUser: "x" }],
    ["host-already-set", "old", { hostId: otherHost, name: "free" }],
  ])("is refused as %s and changes nothing", async (code, id, update) => {
    const before = await get(id);
    const response = await patch(id, update);
    expect(response.status).toBe(409);
    expect(response.json).toMatchObject({ type: `/problems/${code}`, status: 409 });
    expect(await get(id)).toEqual(before);
  });

  it("takes the host again that is set, and names and hosts of other owners", async () => {
    expect((await patch("old", { hostId: host.toUpperCase() })).json).toMatchObject({ hostId: host });
    expect((await patch("new-a", { name: "theirs", hostId: otherHost })).status).toBe(200);
  });

  it("names every place that breaks the schema", async () => {
    const response = await patch("old", { name: "", nmae: 1, hostId: null });
    expect(response.status).toBe(400);
    const { errors, detail } = response.json as Problem;
    expect(detail).toContain("3 places");
    expect(errors?.map(({ pointer }) => pointer).toSorted()).toEqual(["/hostId", "/name", "/nmae"]);
  });

  it("of a computer that is not there is checked first, then not found", async () => {
    expect((await patch("missing", { name: "" })).status).toBe(400);
    expect((await patch("missing", { name: "a" })).status).toBe(404);
    expect((await patch("theirs", { name: "a" })).status).toBe(404);
  });

  it("lets one of several that want the same name have it", async () => {
    const responses = await Promise.all(["old", "new-a", "new-b"].map((id) => patch(id, { name: "wanted" })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe("retryInstallDeps", () => {
  it("starts a new session at once, and the work goes on after the answer", async () => {
    await server.addComputers([{ id: "fails", name: "fail-install-deps", providerType: "byom" }]);
    await clock.advance(stepMs);
    const failed = await get("fails");
    expect(failed).toMatchObject({ status: "error", provisioningSteps: [{ status: "failed" }] });
    await patch("fails", { name: "mended" });

    await clock.advance(5);
    const response = await retry("fails");
    expect(response.status).toBe(202);
    const { provisioningSteps: [step] = [], status } = response.json as Computer;
    expect(status).toBe("provisioning");
    expect(step).toEqual({
      id: "install-deps",
      name: "Install dependencies",
      status: "running",
      startedAt: clock.now(),
      installSessionId: expect.stringMatching(/^ins_/) as string,
    });
    expect(step?.installSessionId).not.toBe(failed.provisioningSteps?.[0]?.installSessionId);

    await clock.advance(stepMs);
    expect(await get("fails")).toMatchObject({
      status: "active",
      provisioningSteps: [
        { status: "completed", installSessionId: step?.installSessionId, completedAt: clock.now() },
      ],
    });
  });

  it("goes on with the steps after it", async () => {
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
    await retry("more");
    await clock.advance(stepMs);
    const statuses = (computer: Computer) => computer.provisioningSteps?.map(({ status }) => status);
    expect(statuses(await get("more"))).toEqual(["completed", "running"]);
    await clock.advance(stepMs);
    expect(await get("more")).toMatchObject({ status: "active" });
  });

  it.each([
    ["no-install-deps-step", "new-b"],
    ["earlier-step-not-completed", "building"],
    ["install-session-running", "installing"],
  ])("is refused as %s and changes nothing", async (code, id) => {
    await server.addComputers([
      { id: "building", name: "building", providerType: "managed" },
      { id: "installing", name: "installing", providerType: "byom" },
    ]);
    await clock.advance(1);
    const before = await get(id);
    const response = await retry(id);
    expect(response.status).toBe(409);
    expect(response.json).toMatchObject({ type: `/problems/${code}`, status: 409 });
    expect(await get(id)).toEqual(before);
  });

  it("is accepted once, however many ask at the same time", async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => retry("old")));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  });

  it("of somebody else's computer is not found", async () => {
    expect((await retry("theirs")).status).toBe(404);
  });
});

describe("provisioning", () => {
  it("takes a managed computer through its three steps", async () => {
    await server.addComputers([{ id: "managed", name: "managed", providerType: "managed" }]);
    const seen: string[] = [];
    for (let step = 0; step < 4; step++) {
      const { status, provisioningSteps = [] } = await get("managed");
      seen.push(`${status}: ${provisioningSteps.map((one) => one.status).join(" ")}`);
      await clock.advance(stepMs);
    }
    expect(seen).toEqual([
      "provisioning: running pending pending",
      "provisioning: completed running pending",
      "provisioning: completed completed running",
      "active: completed completed completed",
    ]);
  });

  it("stops at the step that fails; later ones stay pending", async () => {
    await server.addComputers([{ id: "f", name: "fail-configure-environment", providerType: "managed" }]);
    await clock.advance(10 * stepMs);
    const { status, provisioningSteps = [] } = await get("f");
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
