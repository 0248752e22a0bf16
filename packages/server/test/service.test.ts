import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { generateApiKey } from "../src/auth/api-key.ts";
import { get, Workplace } from "./commands/run-command.ts";
import { apiOf, rename } from "./http/api-client.ts";

interface Listed {
  readonly computers: readonly { readonly id: string; readonly name: string; readonly status: string }[];
}

async function listOf(url: string, apiKey: string | undefined): Promise<Listed["computers"]> {
  const response = await get(`${url}/api/v0/computers`, apiKey);
  expect(response.status).toBe(200);
  return ((await response.json()) as Listed).computers;
}

test("a sandbox starts with computers in every state and a key, and keeps both at its second start", async () => {
  await using place = new Workplace();
  const first = await place.serveHere({ isSandbox: true });
  const computers = await listOf(first.url, first.apiKey);
  const states = computers.map(({ status }) => status).toSorted();
  expect(states).toEqual(["active", "active", "active", "error", "provisioning"]);
  const api = apiOf({ baseUrl: first.url, apiKey: first.apiKey ?? "" });
  expect((await api(`/api/v0/computers/${computers[1]?.id}`, rename("renamed"))).status).toBe(200);
  await first.close();
  const second = await place.serveHere({ isSandbox: true });
  expect(second.apiKey).toBeUndefined();
  const kept = await listOf(second.url, first.apiKey);
  expect([kept.length, kept[1]?.name]).toEqual([5, "renamed"]);
});

test("a sandbox whose first start fails still shows its key at the next one", async () => {
  await using place = new Workplace();
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const refused = place.serveHere({ isSandbox: true, environment: { COMPUTE_HOST_PORT: `${port}` } });
  await expect(refused).rejects.toThrow("another process is already listening there");
  const { url, apiKey } = await place.serveHere({ isSandbox: true });
  expect(await listOf(url, apiKey)).toHaveLength(5);
});

test("a sandbox prints its address and key, warns beyond loopback, and ends on SIGINT, not on SIGHUP", async () => {
  await using place = new Workplace();
  const first = place.start(["serve", "--sandbox", "--port", "0"]);
  await first.prints(/^Listening/);
  expect((await first.stop()).stdout).toMatch(
    /Listening on (http:\/\/127\.0\.0\.1:\d+).*\/docs\/[\s\S]* {2}export COMPUTE_HOST_URL=\1\n {2}export COMPUTE_HOST_TOKEN=chk_\w{38}\n/,
  );
  const second = place.start(["serve", "--sandbox", "--port", "0", "--host", "0.0.0.0"]);
  const port = /:(\d+)/.exec(await second.prints(/^Listening/))?.[1];
  for (const signal of ["SIGHUP", "SIGUSR1"] as const) second.child.kill(signal);
  for (let request = 0; request < 5; request++) await get(`http://127.0.0.1:${port}/metrics`);
  const { exitCode, stdout, stderr } = await second.stop("SIGINT");
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining("chk_")]);
  expect(stdout).toContain("compute-host keys create --owner usr_sandbox");
  expect(stderr).toContain("the service is reachable from the network");
  expect(stderr).not.toContain("Debugger");
});

test("the operator's routes need no credentials, and count requests", async () => {
  await using place = new Workplace();
  const { url, apiKey } = await place.serveHere({ isSandbox: true });
  const text = async (path: string) => (await get(url + path)).text();
  expect([await text("/healthz"), await text("/readyz")]).toEqual(["ok\n", "ready\n"]);
  await listOf(url, apiKey);
  await get(`${url}/api/v0/computers`, "nonsense");
  const metrics = await text("/metrics");
  for (const status of [200, 401])
    expect(metrics).toContain(`http_requests_total{operation="listComputers",status="${status}"} 1\n`);
  expect(metrics).toContain("compute_host_computers 5\n");
});

test("logs each accepted write, and counts refused credentials", async () => {
  await using place = new Workplace();
  const service = await place.serveHere({ isSandbox: true });
  const [computer] = await listOf(service.url, service.apiKey);
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const api = apiOf({ baseUrl: service.url, apiKey: service.apiKey ?? "" });
  const change = { ...rename("renamed"), headers: { traceparent } };
  const renamed = await api(`/api/v0/computers/${computer?.id}`, change);
  const { stdout } = await place.run(["keys", "create", "--owner", "usr_ada", "--json"]);
  const key = JSON.parse(stdout) as { id: string; key: string };
  await place.run(["keys", "revoke", key.id]);
  for (let guess = 0; guess < 30; guess++) await get(`${service.url}/api/v0/computers`, key.key);
  const log = await service.close();
  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string });
  const withMessage = (message: string) => lines.filter(({ msg }) => msg === message);
  expect(withMessage("write accepted")).toMatchObject([
    {
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      operationId: "updateComputer",
      computerId: computer?.id,
      ownerId: "usr_sandbox",
      credentialId: expect.stringMatching(/^key_/),
      requestId: renamed.headers.get("x-request-id"),
      peer: "127.0.0.1",
      traceparent,
    },
  ]);
  const refused = withMessage("credentials refused");
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ peer: "127.0.0.1", reason: `the API key ${key.id} is revoked` });
});

const preflight = async (url: string, origin: string) => {
  const asks = {
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "traceparent,x-any",
  };
  const { headers } = await fetch(`${url}/api/v0/computers`, {
    method: "OPTIONS",
    headers: { origin, ...asks },
  });
  return [headers.get("access-control-allow-origin"), headers.get("access-control-allow-headers")];
};

test("a sandbox may be called from a page of this machine, with any header field", async () => {
  await using place = new Workplace();
  const { url } = await place.serveHere({ isSandbox: true });
  for (const origin of ["http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]:3000"])
    expect(await preflight(url, origin)).toEqual([origin, "traceparent,x-any"]);
  for (const origin of ["https://evil.example", "http://localhost.evil.example"])
    expect((await preflight(url, origin))[0]).toBeNull();
  const origin = "http://localhost:5173";
  const refused = await fetch(`${url}/api/v0/computers`, { method: "DELETE", headers: { origin } });
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([405, origin]);
  const exposed = refused.headers.get("access-control-expose-headers");
  for (const name of ["X-Request-Id", "Retry-After", "Allow"]) expect(exposed).toContain(name);
});

test("limits the rate of each credential and allows only the configured origins", async () => {
  await using place = new Workplace();
  const environment = {
    COMPUTE_HOST_RATE_LIMIT_PER_MINUTE: "3",
    COMPUTE_HOST_CORS_ORIGINS: "https://app.example",
  };
  const { url, apiKey } = await place.serveHere({ isSandbox: true, environment });
  const other = (await place.run(["keys", "create", "--owner", "usr_ada"])).stdout.trim();
  const statusesOf = async (key: string | undefined) => {
    const statuses: number[] = [];
    for (let call = 0; call < 4; call++) statuses.push((await get(`${url}/api/v0/computers`, key)).status);
    return statuses;
  };
  expect(await statusesOf(apiKey)).toEqual([200, 200, 200, 429]);
  const refused = await get(`${url}/api/v0/computers`, apiKey);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await statusesOf("wrong")).toEqual([401, 401, 401, 401]);
  expect(await statusesOf(other)).toEqual([200, 200, 200, 429]);
  expect((await preflight(url, "https://app.example"))[0]).toBe("https://app.example");
  expect((await preflight(url, "https://evil.example"))[0]).toBeNull();
});

test("logs no secrets, whatever it receives", async () => {
  await using place = new Workplace();
  const service = await place.serveHere({
    isSandbox: true,
    environment: { COMPUTE_HOST_LOG_LEVEL: "trace" },
  });
  const apiKey = service.apiKey ?? "";
  const unknown = generateApiKey();
  const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfYWRhIn0.c2lnbmF0dXJl";
  for (const token of [apiKey, unknown, jwt]) {
    await get(`${service.url}/api/v0/computers?token=${token}`, token);
    await get(`${service.url}/api/v0/computers/${token}`, token);
    await get(`${service.url}/${token}`, token);
  }
  await place.run(["keys", "create", "--owner", "usr_ada"]);
  const log = await service.close();
  expect(log.split("\n").length).toBeGreaterThan(5);
  for (const secret of [apiKey, unknown, jwt]) expect(log).not.toContain(secret.slice(4, 20));
});

const jwtSettings = {
  COMPUTE_HOST_JWT_ISSUER: "https://issuer.test",
  COMPUTE_HOST_JWT_AUDIENCE: "compute-host",
};

const signJwt = (ownerId: string, key: CryptoKey) =>
  new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: "1" })
    .setIssuer(jwtSettings.COMPUTE_HOST_JWT_ISSUER)
    .setAudience(jwtSettings.COMPUTE_HOST_JWT_AUDIENCE)
    .setSubject(ownerId)
    .setExpirationTime("5m")
    .sign(key);

test("accepts a JWT from the issuer", async () => {
  await using place = new Workplace();
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" }];
  const environment = {
    ...jwtSettings,
    COMPUTE_HOST_JWT_JWKS: place.write("jwks.json", JSON.stringify({ keys })),
  };
  const { url } = await place.serveHere({ isSandbox: true, environment });
  expect(await listOf(url, await signJwt("usr_sandbox", privateKey))).toHaveLength(5);
});

test("returns 503 for JWTs while the issuer's keys were never read, and logs that once", async () => {
  await using place = new Workplace();
  const issuer = createServer((_request, response) => response.writeHead(500).end());
  await once(issuer.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void issuer.close());
  const { port } = issuer.address() as AddressInfo;
  const service = await place.serveHere({
    isSandbox: true,
    environment: { ...jwtSettings, COMPUTE_HOST_JWT_JWKS: `http://127.0.0.1:${port}/jwks` },
  });
  const { privateKey } = await generateKeyPair("ES256");
  for (let call = 0; call < 20; call++) {
    const token = await signJwt(`usr_${call}`, privateKey);
    const response = await get(`${service.url}/api/v0/computers`, token);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
  }
  expect((await get(`${service.url}/api/v0/computers`, service.apiKey)).status).toBe(200);
  expect(await (await get(`${service.url}/metrics`)).text()).toContain("compute_host_jwt_issuer_up 0\n");
  const log = await service.close();
  expect(log.split("\n").filter((line) => line.includes("issuer"))).toHaveLength(1);
});

test.each([
  ["", "127.0.0.1"],
  ["192.0.2.0/24", "127.0.0.1"],
  ["127.0.0.1, 192.0.2.0/24", "203.0.113.7"],
  ["::1,127.0.0.1", "192.0.2.9"],
])(
  "behind the trusted proxies %j, the log has the caller %s, and nothing that a caller claims",
  async (trusted, peer) => {
    await using place = new Workplace();
    const environment = { COMPUTE_HOST_TRUST_PROXY: trusted };
    const service = await place.serveHere({ environment });
    const headers = { authorization: "Bearer x", "x-forwarded-for": "198.51.100.1, 203.0.113.7, 192.0.2.9" };
    await fetch(`${service.url}/api/v0/computers`, { headers });
    const lines = (await service.close()).trim().split("\n");
    const refused = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "credentials refused");
    expect(refused).toMatchObject({ peer });
  },
);
