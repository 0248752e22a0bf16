import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openPlace } from "./commands/open-place.ts";
import { get, Workplace } from "./commands/run-command.ts";

/** Connects to a service, without a request. */
async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

test("a check over the second port does not wait behind new connections to the first", async () => {
  await using place = new Workplace();
  const { url, probeUrl = "", process } = await place.serve({ COMPUTE_HOST_PROBE_PORT: "0" });
  process.kill("SIGSTOP");
  // The system completes connections until the service accepts them.
  for (let count = 0; count < 400; count++) await open(url);
  const order: string[] = [];
  const sockets = [await open(url), await open(probeUrl)];
  const responses = sockets.map(async (socket, index) => {
    socket.write("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n");
    await once(socket, "data");
    order.push(["first port", "second port"][index] ?? "");
  });
  process.kill("SIGCONT");
  await Promise.all(responses);
  expect(order).toEqual(["second port", "first port"]);
});

test("the second port serves the same, and closes with the first", async () => {
  const { place } = openPlace();
  const { url, probeUrl, close } = await place.serveHere({ environment: { COMPUTE_HOST_PROBE_PORT: "0" } });
  const statuses = async (path: string) =>
    await Promise.all([url, probeUrl].map(async (origin) => (await get(origin + path)).status));
  for (const [path, status] of [
    ["/readyz", 200],
    ["/metrics", 200],
    ["/api/v0/computers", 401],
  ] as const)
    expect([path, await statuses(path)]).toEqual([path, [status, status]]);
  // Their connections are still open.
  await close();
  await expect(get(`${probeUrl}/readyz`)).rejects.toThrow("fetch failed");
});

test("a second port that is taken is named with its setting", async () => {
  const { place } = openPlace();
  const { url } = await place.serveHere();
  const { port } = new URL(url);
  const { fails } = openPlace({ COMPUTE_HOST_PROBE_PORT: port });
  await fails(
    "serve --port 0",
    /^compute-host: Cannot listen on .* choose another COMPUTE_HOST_PROBE_PORT\.\n$/,
  );
});
