import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { generateApiKey } from "../src/auth/api-key.ts";
import { ComputerRequests } from "./durability/computer-requests.ts";
import { prepareDatabase } from "./durability/prepared-database.ts";
import { get, Workplace } from "./run-command.ts";
import { sampleComputer } from "./storage/sample-computers.ts";

interface Listed {
  readonly computers: readonly { readonly id: string; readonly name: string; readonly status: string }[];
}

async function listOf(url: string, apiKey: string | undefined): Promise<Listed["computers"]> {
  const response = await get(`${url}/api/v0/computers`, apiKey);
  expect(response.status).toBe(200);
  return ((await response.json()) as Listed).computers;
}

describe("the sandbox", () => {
  test("has five computers in every state and a key at the first start, and keeps both at the second", async () => {
    await using place = new Workplace();
    const first = await place.serveHere({ isSandbox: true });
    const computers = await listOf(first.url, first.apiKey);
    expect(computers.map(({ status }) => status).toSorted()).toEqual([
      "active",
      "active",
      "active",
      "error",
      "provisioning",
    ]);
    const api = new ComputerRequests(first.url, first.apiKey ?? "");
    expect((await api.rename(computers[1]?.id ?? "", "renamed")).status).toBe(200);
    await first.close();
    const second = await place.serveHere({ isSandbox: true });
    expect(second.apiKey).toBeUndefined();
    const kept = await listOf(second.url, first.apiKey);
    expect(kept).toHaveLength(5);
    expect(kept[1]?.name).toBe("renamed");
  });

  test("prints its address and the key once, warns beyond loopback, and ends on SIGINT, but not on SIGHUP or SIGUSR1", async () => {
    await using place = new Workplace();
    const first = place.start(["serve", "--sandbox", "--port", "0"]);
    await first.prints(/^Listening/);
    expect((await first.stop()).stdout).toMatch(
      /Listening on http:\/\/127\.0\.0\.1:\d+.*\/docs\/[\s\S]* {2}chk_\w{38}\n {2}curl -H "Authorization: Bearer chk_/,
    );
    const second = place.start(["serve", "--sandbox", "--port", "0", "--host", "0.0.0.0"]);
    const port = /:(\d+)/.exec(await second.prints(/^Listening/))?.[1];
    for (const signal of ["SIGHUP", "SIGUSR1"] as const) second.child.kill(signal);
    for (let request = 0; request < 5; request++) await get(`http://127.0.0.1:${port}/metrics`);
    const { exitCode, stdout, stderr } = await second.stop("SIGINT");
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain("chk_");
    expect(stdout).toContain("compute-host keys create --owner usr_sandbox");
    expect(stderr).toContain("the service listens beyond loopback");
    expect(stderr).not.toContain("Debugger");
    const listed = await place.run(["computers", "list", "--json"]);
    expect(listed.stdout.trim().split("\n")).toHaveLength(5);
  });
});

describe("the operator's routes", () => {
  test("serve health, metrics and the spec without credentials", async () => {
    await using place = new Workplace();
    const { url } = await place.serveHere();
    expect(await (await get(`${url}/healthz`)).text()).toBe("ok\n");
    const ready = await fetch(`${url}/readyz`, { headers: { origin: "http://localhost:5173" } });
    expect(ready.status).toBe(200);
    expect(ready.headers.get("access-control-allow-origin")).toBeNull();
    expect(await (await get(`${url}/openapi.yaml`)).text()).toMatch(/^openapi: 3\.1\.0\n/);
    expect(await (await get(`${url}/openapi.json`)).json()).toMatchObject({ openapi: "3.1.0" });
    for (const path of ["/healthz", "/metrics", "/docs/", "/openapi.json", "/problems/name-taken"]) {
      const { status, headers } = await fetch(url + path, { method: "POST" });
      expect([path, status, headers.get("allow")]).toEqual([path, 405, "GET, HEAD"]);
    }
  });

  test("count requests", async () => {
    await using place = new Workplace();
    const { url, apiKey } = await place.serveHere({ isSandbox: true });
    await listOf(url, apiKey);
    await get(`${url}/api/v0/computers`, "nonsense");
    const text = await (await get(`${url}/metrics`)).text();
    expect(text).toContain('compute_host_http_requests_total{operation="listComputers",status="200"} 1\n');
    expect(text).toContain('compute_host_http_requests_total{operation="listComputers",status="401"} 1\n');
    expect(text).toContain("compute_host_computers 5\n");
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  });
});

/** Starts the service as a process, on a database with five computers; to fill a sandbox takes it longer. */
async function serveFive(place: Workplace, environment: Readonly<Record<string, string>> = {}) {
  const computers = Array.from({ length: 5 }, (_, index) => sampleComputer({ id: `c-${index}` }));
  const apiKey = await prepareDatabase(place.databasePath, computers);
  return { ...(await place.serve([], environment)), apiKey };
}

describe("a shutdown", () => {
  test("by SIGTERM first tells keep-alive clients to leave: none of 50 writers loses a request", async () => {
    await using place = new Workplace();
    const service = await serveFive(place, { COMPUTE_HOST_SHUTDOWN_DELAY_SECONDS: "600" });
    const [computer] = await listOf(service.url, service.apiKey);
    const agents = Array.from({ length: 50 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const failures: string[] = [];
    /** Resolves to whether the connection stays open. */
    const write = (agent: Agent, name: string) =>
      new Promise<boolean>((resolve) => {
        const call = request(`${service.url}/api/v0/computers/${computer?.id}`, {
          agent,
          method: "PATCH",
          headers: { authorization: `Bearer ${service.apiKey}`, "content-type": "application/json" },
        });
        call.on("response", (response) => {
          response.resume().on("end", () => resolve(response.headers.connection !== "close"));
        });
        call.on("error", (error: NodeJS.ErrnoException) => {
          failures.push(String(error.code));
          resolve(false);
        });
        call.end(JSON.stringify({ name }));
      });
    const writers = agents.map(async (agent, index) => {
      for (let count = 0; await write(agent, `w-${index}-${count}`); count++);
    });
    await write(agents[0] as Agent, "first");
    const stopped = service.stop("SIGTERM");
    await expect.poll(async () => (await get(`${service.url}/readyz`)).status).toBe(503);
    await Promise.all(writers);
    expect(failures).toEqual([]);
    // No caller is left to wait for.
    service.process.kill("SIGTERM");
    await stopped;
  });

  test("finishes open requests and takes no new ones", async () => {
    await using place = new Workplace();
    const service = await serveFive(place, { COMPUTE_HOST_SHUTDOWN_TIMEOUT_SECONDS: "600" });
    const { port } = new URL(service.url);
    const [computer] = await listOf(service.url, service.apiKey);
    const socket = connect(Number(port), "127.0.0.1");
    let response = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      response += text;
    });
    const body = '{"name":"in-flight"}';
    const head = `PATCH /api/v0/computers/${computer?.id} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${service.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    socket.write(head + body.slice(0, 5));
    // The head has been read when a later request on another connection has its response.
    await listOf(service.url, service.apiKey);
    const ended = service.stop("SIGTERM");
    await expect.poll(() => service.written()).toContain("shutting down");
    // Between that line and the end of listening, a request is still served.
    const isServed = () =>
      get(`${service.url}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(isServed).toBe(false);
    const closed = once(socket, "close");
    socket.write(body.slice(5));
    expect(await ended).toMatchObject({ exitCode: 0 });
    await closed;
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    const listed = await place.run(["computers", "list", "--json"]);
    expect(listed.stdout).toContain('"name":"in-flight"');
  });

  test("breaks requests off after its time limit", async () => {
    await using place = new Workplace();
    const service = await serveFive(place, { COMPUTE_HOST_SHUTDOWN_TIMEOUT_SECONDS: "1" });
    const { port } = new URL(service.url);
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    socket.write(
      `PATCH /api/v0/computers/x HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${service.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    );
    await get(`${service.url}/healthz`);
    expect(await service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
    expect(service.written()).toContain("were broken off");
    socket.destroy();
  });
});

// /dev/full is a device of Linux.
if (process.platform === "linux") {
  test("keeps serving while the disk under its log is full", async () => {
    await using place = new Workplace();
    place.launcher = ["sh", "-c", 'exec "$@" 2>/dev/full', "sh"];
    const service = await serveFive(place, { COMPUTE_HOST_LOG_LEVEL: "debug" });
    for (let request = 0; request < 5; request++) {
      expect(await listOf(service.url, service.apiKey)).toHaveLength(5);
    }
    expect(await service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
  });
}

test("logs each accepted write, and counts refused credentials", async () => {
  await using place = new Workplace();
  const service = await place.serveHere({ isSandbox: true });
  const [computer] = await listOf(service.url, service.apiKey);
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const renamed = await fetch(`${service.url}/api/v0/computers/${computer?.id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${service.apiKey}`, "content-type": "application/json", traceparent },
    body: '{"name":"renamed"}',
  });
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

test("a sandbox may be called from a page of this machine, with any header field", async () => {
  await using place = new Workplace();
  const { url } = await place.serveHere({ isSandbox: true });
  const preflight = async (origin: string) =>
    fetch(`${url}/api/v0/computers`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,traceparent,x-anything",
      },
    });
  for (const origin of ["http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]:3000"]) {
    const { headers } = await preflight(origin);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-allow-headers")).toBe("authorization,traceparent,x-anything");
  }
  for (const origin of ["https://evil.example", "http://localhost.evil.example"]) {
    expect((await preflight(origin)).headers.get("access-control-allow-origin")).toBeNull();
  }
  const refused = await fetch(`${url}/api/v0/computers`, {
    method: "DELETE",
    headers: { origin: "http://localhost:5173" },
  });
  expect(refused.status).toBe(405);
  expect(refused.headers.get("access-control-allow-origin")).toBe("http://localhost:5173");
  const exposed = refused.headers.get("access-control-expose-headers");
  for (const name of ["X-Request-Id", "Retry-After", "Allow"]) expect(exposed).toContain(name);
});

test("writes no secret to its log, whatever it receives", async () => {
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

test("accepts a JWT of the issuer and follows its keys", async () => {
  await using place = new Workplace();
  const jwks = join(place.folder, "jwks.json");
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  writeFileSync(
    jwks,
    JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" }] }),
  );
  const environment = { ...jwtSettings, COMPUTE_HOST_JWT_JWKS: jwks };
  const { url } = await place.serveHere({ isSandbox: true, environment });
  const token = await signJwt("usr_sandbox", privateKey);
  expect(await listOf(url, token)).toHaveLength(5);
  expect(await listOf(url, token)).toHaveLength(5);
  writeFileSync(jwks, '{"keys":[]}');
  await expect.poll(async () => (await get(`${url}/api/v0/computers`, token)).status).toBe(401);
});

test("is unavailable for JWTs whose issuer's keys were never read, and says so once", async () => {
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

test("limits the rate of each credential and allows the configured origins only", async () => {
  await using place = new Workplace();
  const environment = {
    COMPUTE_HOST_RATE_LIMIT_PER_MINUTE: "3",
    COMPUTE_HOST_CORS_ORIGINS: "https://app.example",
  };
  const { url, apiKey } = await place.serveHere({ isSandbox: true, environment });
  const { stdout: other } = await place.run(["keys", "create", "--owner", "usr_ada"]);
  const statuses: number[] = [];
  for (let call = 0; call < 4; call++) statuses.push((await get(`${url}/api/v0/computers`, apiKey)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await get(`${url}/api/v0/computers`, apiKey);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  for (let call = 0; call < 4; call++)
    expect((await get(`${url}/api/v0/computers`, "wrong")).status).toBe(401);
  expect((await get(`${url}/api/v0/computers`, other.trim())).status).toBe(200);
  const allowed = async (origin: string) => {
    const headers = { origin, "access-control-request-method": "PATCH" };
    const response = await fetch(`${url}/api/v0/computers`, { method: "OPTIONS", headers });
    return response.headers.get("access-control-allow-origin");
  };
  expect(await allowed("https://app.example")).toBe("https://app.example");
  expect(await allowed("https://evil.example")).toBeNull();
});
