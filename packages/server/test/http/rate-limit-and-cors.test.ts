import type { Problem } from "@compute-host/types";
import { afterEach, describe, expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { apiOf } from "./api-client.ts";

let server: StartedServer;
afterEach(() => server.close());

describe("a rate limit", () => {
  test("refuses requests over it, per credential, and says when to retry", async () => {
    server = await startServer({ rateLimit: { maxRequests: 3, windowMs: 60_000 } });
    const api = apiOf(server);
    const other = await server.createApiKey("usr_bob");
    for (const path of ["/api/v0/computers", "/api/v0/computers/x", "/api/v0/computers"]) {
      expect((await api(path)).status).not.toBe(429);
    }
    const refused = await api("/api/v0/computers");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.json as Problem).toMatchObject({
      type: "/problems/rate-limited",
      requestId: refused.headers.get("x-request-id"),
    });
    expect((await api("/api/v0/computers", { key: other })).status).toBe(200);
  });

  test("does not count requests with unknown credentials, which always get 401", async () => {
    server = await startServer({ rateLimit: { maxRequests: 1, windowMs: 60_000 } });
    const api = apiOf(server);
    for (let count = 0; count < 3; count++) {
      expect((await api("/api/v0/computers", { key: "wrong" })).status).toBe(401);
    }
    expect((await api("/api/v0/computers")).status).toBe(200);
  });

  test("is off unless it is configured", async () => {
    server = await startServer();
    const api = apiOf(server);
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => (await api("/api/v0/computers")).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe("CORS", () => {
  const origin = "https://app.example.com";

  test("responds to a preflight request without credentials", async () => {
    server = await startServer({ corsOrigins: [origin] });
    const response = await fetch(`${server.baseUrl}/api/v0/computers/a`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(response.headers.get("access-control-allow-headers")).toBe("authorization,content-type");
    expect(response.headers.get("x-request-id")).not.toBeNull();
  });

  test("is off unless origins are configured", async () => {
    server = await startServer();
    const response = await apiOf(server)("/api/v0/computers", { headers: { origin } });
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});
