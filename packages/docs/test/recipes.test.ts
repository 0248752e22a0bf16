import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("../content/guides/recipes.ts", import.meta.url));

/** Runs the program of the guide against a service that sends these headers; returns what it prints. */
async function follow(headers: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers }).end('{ "computers": [] }');
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { NODE_NO_WARNINGS: "1", COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: "key" };
  return runProcess(process.execPath, [program], { env });
}

test("the recipes warn of a deprecated operation, few requests and a wrong clock, and show the raw text", async () => {
  const { stdout, stderr } = await follow({
    deprecation: "@1798761600",
    sunset: "Wed, 01 Dec 2027 00:00:00 GMT",
    "x-ratelimit-remaining": "3",
    date: new Date(Date.now() + 3_600_000).toUTCString(),
  });
  expect(stderr).toMatch(
    /^listComputers is deprecated\. Sunset: Wed, 01 Dec 2027 00:00:00 GMT\n3 requests are left\.\nThis clock is off by -3[56]\d\d s\.\n$/,
  );
  expect(stdout).toBe('{ "computers": [] }\n');
});

test("without any of that they warn of nothing", async () => {
  expect((await follow({})).stderr).toBe("");
});
