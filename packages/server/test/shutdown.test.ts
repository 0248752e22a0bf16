import { Agent, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { get, Workplace } from "./commands/run-command.ts";
import { fillDatabase } from "./durability/fill-database.ts";
import { sampleComputer } from "./storage/sample-computers.ts";

const path = "/api/v0/computers/a";

/** Starts the service as a process, on a database with one computer. */
async function start(place: Workplace, environment: Readonly<Record<string, string>> = {}) {
  const apiKey = await fillDatabase(place.databaseUrl, [sampleComputer({ id: "a" })]);
  return { ...(await place.serve(environment)), apiKey };
}

describe("a shutdown", () => {
  test("by SIGTERM first tells keep-alive clients to close: none of 50 writers loses a request", async () => {
    await using place = new Workplace();
    const service = await start(place, { COMPUTE_HOST_SHUTDOWN_DELAY_SECONDS: "600" });
    const agents = Array.from({ length: 50 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const failures: string[] = [];
    /** Resolves to whether the connection stays open. */
    const write = (agent: Agent, name: string) =>
      new Promise<boolean>((resolve) => {
        const call = request(service.url + path, {
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

  /** Sends the head of an update and a part of its body; once this resolves, the service has read the head. */
  async function beginUpdate({ url, apiKey }: Awaited<ReturnType<typeof start>>, body: string) {
    const { port } = new URL(url);
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    const head = [
      `PATCH ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${apiKey}`,
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    ].join("\r\n");
    socket.write(head + body.slice(0, 5));
    // Once a later request on another connection has a response, the head has been read.
    await get(`${url}/healthz`);
    return socket;
  }

  test("finishes open requests and takes no new ones", async () => {
    await using place = new Workplace();
    const service = await start(place, { COMPUTE_HOST_SHUTDOWN_TIMEOUT_SECONDS: "600" });
    const body = '{"name":"in-flight"}';
    const socket = await beginUpdate(service, body);
    let response = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      response += text;
    });
    const ended = service.stop("SIGTERM");
    await expect.poll(() => service.written()).toContain("shutting down");
    // A request is still served between that line and the end of listening.
    const isServed = () =>
      get(`${service.url}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(isServed).toBe(false);
    socket.write(body.slice(5));
    expect(await ended).toMatchObject({ exitCode: 0 });
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    const listed = await place.run(["computers", "list", "--json"]);
    expect(listed.stdout).toContain('"name":"in-flight"');
  });

  test("closes the connections of requests after its time limit", async () => {
    await using place = new Workplace();
    const service = await start(place, { COMPUTE_HOST_SHUTDOWN_TIMEOUT_SECONDS: "1" });
    await beginUpdate(service, '{"name":"cut"}');
    expect(await service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
    expect(service.written()).toContain("their connections were closed");
  });
});

// /dev/full is a device of Linux.
if (process.platform === "linux") {
  test("keeps serving while the disk under its log is full", async () => {
    await using place = new Workplace();
    place.launcher = ["sh", "-c", 'exec "$@" 2>/dev/full', "sh"];
    const service = await start(place, { COMPUTE_HOST_LOG_LEVEL: "debug" });
    for (let request = 0; request < 5; request++)
      expect((await get(service.url + path, service.apiKey)).status).toBe(200);
    expect(await service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
  });
}
